import { catalogue } from '../src/checks/catalogue/index.ts';

/** The ids of all checks there are, and of all there have been: baselines name them. One that is gone fails a test. */
export function renderCheckIds(before: string): string {
  const ids = new Set([...before.split('\n').filter(Boolean), ...catalogue.map(({ id }) => id)]);
  return `${[...ids].sort().join('\n')}\n`;
}
