import type { ScaleOptions } from '@observablehq/plot';

/** An axis with its name in the middle and a light grid. */
export function axis(label: string | null, more: ScaleOptions = {}): ScaleOptions {
  return { label, labelAnchor: 'center', labelArrow: 'none', grid: true, ticks: 5, ...more } as ScaleOptions;
}

export const UNIT: ScaleOptions = { domain: [0, 1] };

export const MARGINS = { marginTop: 10, marginRight: 14, marginBottom: 42, marginLeft: 56 } as const;
