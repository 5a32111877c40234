/** Seeded numbers for simulations (Chris Doty-Humphrey's sfc32), and what is drawn from them. */
export function generator(seed) {
  let [a, b, c, d] = [seed >>> 0, 0x9e3779b9, 0x243f6a88, 1];
  const next = () => {
    const t = (a + b + d) >>> 0;
    d = (d + 1) >>> 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + t) >>> 0;
    return t / 2 ** 32;
  };
  for (let i = 0; i < 20; i++) next();
  let spare;
  const normal = () => {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - next()));
    const angle = 2 * Math.PI * next();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  const shuffle = (values) => {
    for (let i = values.length - 1; i > 0; i--) {
      const j = Math.floor(next() * (i + 1));
      [values[i], values[j]] = [values[j], values[i]];
    }
    return values;
  };
  return { next, normal, normals: (n) => Float64Array.from({ length: n }, normal), shuffle };
}
