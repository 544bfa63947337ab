/**
 * A sample of `npm run prove`, which tries all faults. tests/mock.test.ts tests that no check fails on the mock without
 * faults.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogue } from '../../cli/src/backend-checks/catalogue.ts';
import { cases } from '../prove/cases.ts';
import { faults } from '../prove/faults/all-faults.ts';
import { checkMock, findFirstFailure, listFindings, runOnMock } from '../prove/mock-server.ts';

const detectionText = readFileSync(new URL('../../docs/detection.md', import.meta.url), 'utf8');
test('no check fails in the dialect alternate, with many harmless differences at once', async () => {
  const variationNames = [
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
  expect(listFindings(await checkMock({ dialect: 'alternate', faults: variationNames }))).toEqual(
    [],
  );
});

/** Every sixteenth fault: faults that are neighbours in the list are alike. */
const sampledFaults = cases
  .filter(({ kind }) => kind === 'fault')
  .filter((_, index) => index % 16 === 0);

test.each(sampledFaults)('a check fails on $name', async ({ name: _, ...faultOptions }) => {
  expect(await runOnMock(faultOptions, (runContext) => findFirstFailure(runContext))).toBeDefined();
});

test('the last proof covered every fault and every check, and missed none', () => {
  const expectedRows = [
    `| Checks | ${catalogue.length} |`,
    `| Faults caught | ${faults.length} `,
    '| False alarms | 0 |',
    '| Checks no fault trips | 0 |',
  ];
  const staleProofMessage =
    'The last proof is older than the faults or the checks. Run: npm run prove';
  for (const expectedRow of expectedRows)
    expect(detectionText, staleProofMessage).toContain(expectedRow);
});
