import { operations } from '@one-planet/contract';
import { InvalidArgumentError } from 'commander';
import { levels } from '../../checks/check.ts';
import type { Flags } from '../../config/layers.ts';
import { didYouMean } from '../../process/nearest.ts';
import { reportFormatNames } from '../../report/index.ts';
import { type Want, wants } from '../../report/report.ts';
import type { Values } from '../define.ts';
import { flag, oneOf, positive, reports, value, values, whole } from '../options.ts';

export const options = {
  only: values('<id>', 'only these checks, by id or glob, e.g. "exams.*" (repeatable)'),
  failed: value('<file>', 'only what failed or was blocked in this JSON report'),
  operation: values(
    '<name>',
    'only checks of this operation, or glob (repeatable)',
    operations.map(({ name }) => name),
  ),
  level: value('<level>', `only checks of this level: ${levels.join(', ')}`, oneOf(levels)),
  strict: flag('a failed "should" fails the run too'),
  require: value(
    '<what>',
    `fail when checks were skipped for want of it: all, or some of ${wants.join(', ')}`,
    readWants,
  ),
  list: flag('list the checks without running them'),
  format: value('<name>', 'with --list: text or markdown', oneOf(['text', 'markdown']), 'text'),
  explain: value('<id>', 'explain what a check proves, and what it does not'),
  baseline: value('<file>', 'known findings, ignored until they expire'),
  updateBaseline: flag('write the findings of this run to the baseline'),
  report: reports('write a report, e.g. html=check.html (repeatable)', reportFormatNames),
  history: value('<file>', 'add this run to the file, for "admissions history"'),
  rate: value('<n>', 'at most this many requests per second', positive),
  concurrency: value('<n>', 'how many checks at the same time', whole(1, 64), 4),
  patience: value(
    '<s>',
    'how long a check may wait for an exam or a session to end',
    whole(0, 86_400),
    20,
  ),
  fuzz: value('<n>', 'also send n random payloads to each operation', whole(1, 100_000)),
  seed: value('<n>', 'repeats a run of --fuzz', whole(0, 2_147_483_647)),
};

/** @returns what the run must not lack. @throws {InvalidArgumentError} naming the near one */
function readWants(text: string): readonly Want[] {
  if (text.trim() === 'all') return wants;
  return text.split(',').map((part) => {
    const name = part.trim();
    const want = wants.find((one) => one === name);
    if (want) return want;
    throw new InvalidArgumentError(
      `There is no "${name}"${didYouMean(name, wants)}. It must be all, or some of ${wants.join(', ')}.`,
    );
  });
}

export type CheckFlags = Values<typeof options> & Flags;
