/** Of `npm run prove`, which tries all faults: a check fails. That the mock as it is raises no alarm is held by tests/mock.test.ts. */
import { readFileSync } from 'node:fs';
import { faultList } from '@one-planet/mocks';
import { expect, test } from 'vitest';
import { catalogue } from '../../cli/src/checks/catalogue.ts';
import type { BackendCheck } from '../../cli/src/checks/check.ts';
import { checkServer, findingsOf, firstFailure, onServer } from '../prove/broken-server.ts';
import { cases } from '../prove/faults.ts';

const document = readFileSync(new URL('../../docs/detection.md', import.meta.url), 'utf8');
/** The faults of the last whole proof, with the first checks that caught each. */
const [, ...classes] = document.split('\n## Faults: ');
const faults = new Map(
  classes.flatMap((text) =>
    [...text.matchAll(/^\| `([\w-]+)` \| .+ \| (.+) \| \d* \|$/gm)].map(
      ([, name = '', caught = '']) => [
        name,
        [...caught.matchAll(/`([^`]+)`/g)].map(([, id]) => id),
      ],
    ),
  ),
);

test('no check fails in the dialect alternate, with many harmless differences at once', async () => {
  const harmless = [
    'extra-fields',
    'key-order-reversed',
    'lists-reversed',
    'decimal-amounts',
    'charset',
    'chunked',
    'security-headers',
    'quoted-upload-name',
    'problem-json',
    'foreign-404',
    'login-417',
  ];
  expect(findingsOf(await checkServer({ dialect: 'alternate', harmless }))).toEqual([]);
});

/** A third of them; neighbours are alike. */
const tried = cases.filter(({ kind }) => kind === 'fault').filter((_, at) => at % 3 === 0);

test.each(tried)('a check fails on $name', async (one) => {
  const { name, ...difference } = one;
  const before = faults.get(name) ?? [];
  // Judged after the others, by the answers that the others of the operation had.
  const judged = catalogue.filter(({ id, afterAll }) => afterAll && before.includes(id));
  const operations = new Set(judged.map(({ operation }) => operation));
  const near = ({ id, operation }: BackendCheck) =>
    before.includes(id) || operations.has(operation);
  // Those that failed before are tried alone first: hardly any fault needs a whole run.
  expect(await onServer(difference, (context) => firstFailure(context, { near }))).toBeDefined();
});

test('the last whole proof knew every fault and every check, and missed none', () => {
  const renew = 'The last proof is older than the faults or the checks. Run: npm run prove';
  expect([...faults.keys()].sort(), renew).toEqual(faultList.map(({ name }) => name).sort());
  const figures = [
    `| Checks | ${catalogue.length} |`,
    `| Faults caught | ${faultList.length} `,
    '| Checks no fault trips | 0 |',
  ];
  expect(
    figures.filter((line) => !document.includes(line)),
    renew,
  ).toEqual([]);
});
