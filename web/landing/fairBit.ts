import { h } from '../ui/dom.js';
import { svg } from '../ui/svg.js';

/** How often it rains. Not ½, where both curves would be each other's mirror image. */
const PRIOR = 1 / 3;
const HEIGHT = 270;
/** Left and right of the plot, as style.css has it for the slider below. */
const SIDE = 44;
const TOP = 14;
const BOTTOM = 34;
const LOWEST = -4;
const HIGHEST = 2;

/** What a probability of rain earns, in bits: the Bayesian reward of two classes (Hope & Korb 2004, eq. 10). */
const ifRain = (p: number): number => Math.log2(p / PRIOR);
const ifDry = (p: number): number => Math.log2((1 - p) / (1 - PRIOR));

/** What is earned on average by saying `p` where it rains with probability `often`. */
const onAverage = (p: number, often: number): number => (often === 0 ? 0 : often * ifRain(p)) + (often === 1 ? 0 : (1 - often) * ifDry(p));

const signed = (bits: number): string => {
  if (!Number.isFinite(bits)) return '−∞';
  const text = Math.abs(bits).toFixed(2);
  return Number(text) === 0 ? '0' : `${bits < 0 ? '−' : '+'}${text}`;
};

/** What one is left with of all one had. */
function money(bits: number): string {
  if (bits === Number.NEGATIVE_INFINITY) return 'all is lost';
  const times = 2 ** bits;
  return `${times >= 0.995 ? times.toFixed(2).replace(/\.?0+$/, '') : times.toFixed(times < 0.095 ? 3 : 2)} times as much`;
}

/** A probability to drag, and what it earns when it rains and when it does not. */
export function fairBit(place: HTMLElement): void {
  let p = 0.7;
  let width = 0;
  const field = h('input', { id: 'fair-p', type: 'range', min: 0, max: 100, step: 1, value: 100 * p });
  const shown = h('output', { for: 'fair-p' });
  const picture = h('div', { class: 'fair-plot' });
  const [rain, dry] = ['rain', 'dry'].map((id) => ({ bits: h('b', {}), money: h('small', {}), id }));
  const sentence = h('p', { class: 'fair-average' });

  const draw = (): void => {
    picture.replaceChildren(plot(p, width));
    const percent = Math.round(100 * p);
    shown.textContent = `${percent} %`;
    rain.bits.textContent = `${signed(ifRain(p))} bits`;
    rain.money.textContent = money(ifRain(p));
    dry.bits.textContent = `${signed(ifDry(p))} bits`;
    dry.money.textContent = money(ifDry(p));
    field.setAttribute('aria-valuetext', `${percent} %: ${signed(ifRain(p))} bits if it rains, ${signed(ifDry(p))} bits if it stays dry`);
    sentence.replaceChildren(...average(p, percent));
  };
  const move = (next: number): void => {
    p = Math.min(1, Math.max(0, next));
    field.value = String(Math.round(100 * p));
    p = Number(field.value) / 100;
    draw();
  };
  field.addEventListener('input', () => move(Number(field.value) / 100));
  const follow = ({ clientX }: PointerEvent): void => {
    const { left } = picture.getBoundingClientRect();
    move((clientX - left - SIDE) / (width - 2 * SIDE));
  };
  picture.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    picture.setPointerCapture(event.pointerId);
    follow(event);
    field.focus({ preventScroll: true });
    event.preventDefault();
  });
  picture.addEventListener('pointermove', (event) => {
    if (picture.hasPointerCapture(event.pointerId)) follow(event);
  });
  place.replaceChildren(
    h('div', { class: 'fair-label' }, h('label', { for: 'fair-p' }, 'You say: rain with'), shown),
    picture,
    field,
    h(
      'dl',
      { class: 'fair-figures' },
      ...[['If it rains', rain] as const, ['If it stays dry', dry] as const].map(([text, { bits, money, id }]) =>
        h('div', { class: id }, h('dt', {}, text), h('dd', {}, bits, money)),
      ),
    ),
    sentence,
  );
  const fit = (): void => {
    if (picture.clientWidth === 0 || picture.clientWidth === width) return;
    width = picture.clientWidth;
    draw();
  };
  fit();
  new ResizeObserver(fit).observe(picture);
}

/** Why it pays to say what one knows. */
function average(p: number, percent: number): (Node | string)[] {
  if (Math.abs(p - PRIOR) < 0.005) return ['Whoever quotes the frequencies risks nothing, earns nothing, and has told nothing.'];
  const bluff = onAverage(p, PRIOR);
  return [
    `Where it does rain on ${percent} % of such days, you earn `,
    h('b', {}, `${signed(onAverage(p, p))} bits`),
    ' a day on average. Where it still rains on one in three, you pay for the bluff: ',
    h('b', {}, `${signed(bluff)} bits`),
    '.',
  ];
}

function plot(p: number, width: number): SVGSVGElement {
  const x = (q: number): number => SIDE + q * (width - 2 * SIDE);
  const y = (bits: number): number => TOP + ((HIGHEST - Math.max(LOWEST, bits)) / (HIGHEST - LOWEST)) * (HEIGHT - TOP - BOTTOM);
  const curve = (of: (q: number) => number): string => {
    // Denser at the ends, where the curves fall.
    const points = Array.from({ length: 121 }, (_, i) => (1 - Math.cos((Math.PI * i) / 120)) / 2).filter((q) => of(q) >= LOWEST);
    return `M${points.map((q) => `${x(q).toFixed(1)},${y(of(q)).toFixed(1)}`).join('L')}`;
  };
  const ticks = [2, 1, 0, -1, -2, -3, -4];
  const values = [ifRain(p), ifDry(p)];
  const upper = values[0] >= values[1] ? 0 : 1;
  const marks = values.flatMap((bits, i) => {
    const [cx, cy] = [x(p), y(bits)];
    // On the side that the curves leave free.
    const right = p < PRIOR + 0.02;
    // Where both are close together, one is named above and the other below.
    const dy = i === upper ? -8 : 18;
    return [
      svg('circle', { cx, cy, r: 6, class: `dot ${i === 0 ? 'rain' : 'dry'}` }),
      svg(
        'text',
        { x: cx + (right ? 10 : -10), y: Math.min(HEIGHT - BOTTOM - 5, Math.max(TOP + 10, cy + dy)), class: 'value', 'text-anchor': right ? 'start' : 'end' },
        signed(bits),
      ),
    ];
  });
  return svg(
    'svg',
    {
      viewBox: `0 0 ${width} ${HEIGHT}`,
      width,
      height: HEIGHT,
      role: 'img',
      'aria-label': 'What each probability of rain earns: a rising curve if it rains, a falling one if it stays dry; both are 0 at one in three.',
    },
    ...ticks.map((bits) => svg('line', { x1: SIDE, x2: width - SIDE, y1: y(bits), y2: y(bits), class: bits === 0 ? 'zero' : 'rule' })),
    ...ticks.map((bits) => svg('text', { x: SIDE - 8, y: y(bits) + 4, 'text-anchor': 'end' }, bits > 0 ? `+${bits}` : `${bits}`.replace('-', '−'))),
    ...ticks.map((bits) => svg('text', { x: width - SIDE + 8, y: y(bits) + 4, class: 'money' }, bits < 0 ? `÷${2 ** -bits}` : `×${2 ** bits}`)),
    svg('line', { x1: x(PRIOR), x2: x(PRIOR), y1: TOP, y2: HEIGHT - BOTTOM, class: 'prior' }),
    svg('text', { x: x(PRIOR), y: HEIGHT - BOTTOM + 19, 'text-anchor': 'middle' }, '⅓'),
    ...[0, 1].map((q) => svg('text', { x: x(q), y: HEIGHT - BOTTOM + 19, 'text-anchor': 'middle' }, `${100 * q} %`)),
    svg('path', { d: curve(ifRain), class: 'curve rain' }),
    svg('path', { d: curve(ifDry), class: 'curve dry' }),
    svg('line', { x1: x(p), x2: x(p), y1: TOP, y2: HEIGHT - BOTTOM, class: 'here' }),
    ...marks,
  ) as SVGSVGElement;
}
