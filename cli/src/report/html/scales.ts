/** From values to places in a chart. */

/** Places values between 0 and 1, and says which of them to name. */
export interface Scale {
  place: (value: number) => number;
  ticks: readonly number[];
}

/** From 0 to at least `most`, in round steps; to 1 where nothing is above 0. */
export function linear(most: number, steps = 4): Scale {
  const step = roundUp((most || 1) / steps);
  const end = Math.ceil((most || 1) / step) * step;
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, at) => at * step);
  return { place: (value) => value / end, ticks };
}

/** From the power of ten below `least` to the one above `most`; both above 0. */
export function logarithmic(least: number, most: number): Scale {
  const from = Math.floor(Math.log10(least));
  const to = Math.max(from + 1, Math.ceil(Math.log10(most)));
  const ticks = Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));
  return {
    place: (value) => (Math.log10(Math.max(value, 10 ** from)) - from) / (to - from),
    ticks,
  };
}

/** From 0 to exactly `most`, named in round steps that fit. */
export function exact(most: number, steps = 6): Scale {
  const end = Math.max(most, 1);
  const step = Math.max(1, roundUp(end / steps));
  const ticks = Array.from({ length: Math.floor(end / step) + 1 }, (_, at) => at * step);
  return { place: (value) => value / end, ticks };
}

/**
 * Percentiles as HdrHistogram plots them: each nine more is as wide as the one before.
 * @param nines how many there are room for
 */
export function byNines(nines: number): Scale {
  const ticks = [0, ...Array.from({ length: nines }, (_, at) => 100 - 10 ** (1 - at))];
  return { place: (percent) => -Math.log10(1 - percent / 100) / nines, ticks };
}

/** @returns the next of …, 1, 2, 5, 10, 20, … that is not below */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5].find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return factor * power;
}
