/** `npm run prove:detect [-- SEED …]`: `detect` on many backends. */
import { dialectSettings, readingIn } from '@one-planet/contract';
import { casesOf } from './cases.ts';
import { tryCase } from './trial.ts';

const count = Number(process.argv[2] ?? 40);
const first = Number(process.argv[3] ?? 1);
const sum: Record<string, number[]> = {};
let [requests, ms] = [0, 0];
for (const one of casesOf(count, first)) {
  const started = performance.now();
  const { harmless, registering, changed } = await tryCase(one);
  ms += performance.now() - started;
  requests += harmless.requests;
  for (const [kind, { verdicts }] of Object.entries({ harmless, registering })) {
    verdicts.forEach((verdict, at) => {
      const setting = dialectSettings[at];
      const key = `${kind} ${setting?.operation} ${setting?.name}`;
      const cell = (sum[key] ??= [0, 0, 0]);
      const column = ['right', 'unknown', 'wrong'].indexOf(verdict);
      cell[column] = (cell[column] ?? 0) + 1;
      if (verdict === 'wrong')
        console.log(
          'WRONG',
          one.seed,
          key,
          setting && readingIn(one.dialect, setting),
          JSON.stringify(one.style),
        );
    });
  }
  if (changed.length > 0) console.log('CHANGED', one.seed, changed);
  if (registering.warnings.length > 0 || count === 1)
    console.log(one.seed, registering.warnings, JSON.stringify(one.style));
}
console.log(sum, requests / count, ms / count);
