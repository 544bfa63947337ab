/**
 * Every field of every response with values that no backend should answer: no command breaks off, each writes its
 * reports, and nothing of what was planted comes out raw.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { exitCodes } from '../../cli/src/core/exit.ts';
import { hostileValues, makeFieldChanger } from '../../cli/src/testing/hostile-backend.ts';
import { makeReportFlags, runCli, serveMock, stubEnv } from '../../cli/src/testing/support.ts';

/** One in so many is tried: as there are 55 fields, each of them once. 1 tries all, in an hour. */
const sampleInterval = Number(process.env.HOSTILE_FIELDS_EVERY ?? 24);

/** The names of all fields that a success of the contract may have. */
function listFieldNames(schema: unknown): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, unknown>).flatMap(([name, field]) => [
      name,
      ...listFieldNames(field),
    ]);
  if (schema instanceof z.ZodArray) return listFieldNames(schema.element);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return listFieldNames(schema.unwrap());
  if (schema instanceof z.ZodEffects) return listFieldNames(schema.innerType());
  if (schema instanceof z.ZodUnion) return (schema.options as unknown[]).flatMap(listFieldNames);
  return [];
}

const fieldNames = [
  ...new Set(
    operations.flatMap(({ route, meta }) => listFieldNames(route.responses[meta.successStatus])),
  ),
  'message',
];

const commands: Readonly<Record<string, string[]>> = {
  check: ['--only', '*/answers', '--only', '*/every-answer', '--timeout', '5000'],
  journey: ['--json'],
  smoke: [],
  load: ['--applicants', '2'],
};
const reportFlagsByCommand: Readonly<Record<string, (prefix: string) => string[]>> = {
  check: makeReportFlags,
  smoke: makeReportFlags,
  load: (prefix) =>
    ['json', 'html'].flatMap((format) => ['--report', `${format}=${prefix}${format}`]),
};

/** What a terminal, a runner or a reader would take for something else than text. */
const rawPatterns: readonly RegExp[] = [
  /(?![\n\t])\p{Cc}/u,
  /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/,
  /^\s*::/m,
  /##\[/,
];

const cases = Object.keys(commands).flatMap((command) =>
  Object.keys(hostileValues).flatMap((valueName) =>
    fieldNames.map((fieldName) => ({ command, valueName, fieldName })),
  ),
);
/** Ids are always tried, because they go into paths. */
const isAlwaysTried = ({ fieldName }: (typeof cases)[number]) => fieldName === 'id';

test.for(cases.filter((each, index) => isAlwaysTried(each) || index % sampleInterval === 0))(
  '$command ends in order where "$fieldName" is $valueName',
  async (hostileCase) => {
    const { command, valueName, fieldName } = hostileCase;
    stubEnv({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: undefined });
    const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
    try {
      const changeBackend = makeFieldChanger(
        (name) => name === fieldName,
        hostileValues[valueName],
      );
      const target = await serveMock({}, changeBackend);
      const reportFlags = reportFlagsByCommand[command]?.(join(folder, 'report.')) ?? [];
      const { code, stdout, stderr } = await runCli(
        ...[command, '--target', target, ...(commands[command] ?? []), ...reportFlags],
      );
      expect(stderr).not.toContain('bug:');
      expect(Object.values<number>(exitCodes)).toContain(code);
      for (const pattern of rawPatterns) {
        expect(stdout).not.toMatch(pattern);
        expect(stderr).not.toMatch(pattern);
      }
      if (command === 'journey') expect(JSON.parse(stdout).journeys).toHaveLength(1);
      const fileNames = await readdir(folder);
      expect(fileNames).toHaveLength(reportFlags.length / 2);
      for (const name of fileNames) {
        const text = await readFile(join(folder, name), 'utf8');
        expect(text.length, name).toBeGreaterThan(0);
        expect(text.replaceAll('\r\n', '\n'), name).not.toMatch(
          /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u,
        );
        if (name.endsWith('json')) JSON.parse(text);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

test('all checks end in order where every id is half a surrogate pair', async () => {
  const changeBackend = makeFieldChanger(
    (name) => name === 'id',
    hostileValues['half a surrogate pair'],
  );
  const target = await serveMock({}, changeBackend);
  const { code, stdout, stderr } = await runCli('check', '--target', target);
  expect(stderr).not.toContain('bug:');
  expect(stdout).not.toContain('this check broke off');
  expect(code, stdout.slice(0, 4000) + stderr).toBe(exitCodes.brokenContract);
});
