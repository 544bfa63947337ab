/** A JSON report of a load run, read again. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CliError } from '../process/exit.ts';
import { formatName, type LoadFile, loadFileSchema, schemaVersion } from './file-schema.ts';
import { journeyTimes, Measured } from './measured.ts';
import type { LoadResult } from './result.ts';
import { Timings } from './timings.ts';

/** @throws {CliError} (exit 2) that says what is wrong with the file */
export async function readLoadFile(path: string): Promise<LoadResult> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new CliError(`${path}: ${why}`);
  });
  return readLoadText(text, path);
}

/** @param name what the text is called in messages. @throws {CliError} (exit 2) that says what is wrong with it */
export function readLoadText(text: string, name: string): LoadResult {
  try {
    return toResult(check(parse(text)));
  } catch (error) {
    throw new CliError(`${name}: ${(error as Error).message}`, undefined, { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(
      text.trim() === ''
        ? 'is empty: the run that should have written it did not finish'
        : 'is not complete JSON',
    );
  }
}

function check(content: unknown): LoadFile {
  const head = z.object({ format: z.literal(formatName), schemaVersion: z.number() });
  const known = head.safeParse(content);
  if (!known.success) throw new Error('is not a report of "admissions load --report json=FILE"');
  if (known.data.schemaVersion !== schemaVersion) {
    throw new Error(
      `has the version ${known.data.schemaVersion} of the format, this is ${schemaVersion}: use one version of admissions for all`,
    );
  }
  const { data, error } = loadFileSchema.safeParse(content);
  if (data) return data;
  const [first] = error.issues;
  throw new Error(`is damaged at ${first?.path.join('.')}: ${first?.message}`);
}

function toResult(file: LoadFile): LoadResult {
  const { version, plan, shards, interrupted, cutShort, clients, oddities } = file;
  return {
    version,
    plan,
    shards,
    startedAt: Date.parse(file.startedAt),
    endedAt: Date.parse(file.endedAt),
    interrupted,
    ...(cutShort ? { cutShort } : {}),
    measured: toMeasured(file),
    clients,
    oddities,
  };
}

function toMeasured(file: LoadFile): Measured {
  const measured = new Measured();
  Object.assign(measured.counts, file.journeys);
  for (const { exitCode, journeys } of file.ends) measured.countEnd(exitCode, journeys);
  measured.repeats = file.repeats;
  measured.errors.add(file.errors);
  for (const name of journeyTimes) {
    measured.journeys[name].add(decode(file.journeyTimes[name], `journeyTimes.${name}`));
  }
  for (const { kind, journeys, response, failed } of file.kinds) {
    const own = measured.ofKind(kind);
    Object.assign(own.counts, journeys);
    own.response.add(decode(response, kind));
    own.failed.add(decode(failed, kind));
  }
  for (const { operation, answered, failed } of file.operations) {
    const times = measured.of(operation);
    times.answered.add(decode(answered, operation));
    times.failed.add(decode(failed, operation));
  }
  fillTimeline(measured, file.timeline);
  return measured;
}

function fillTimeline(
  { timeline }: Measured,
  { widthSeconds, slices }: LoadFile['timeline'],
): void {
  timeline.widen(widthSeconds);
  for (const { second, answerTimes, journeyTimes: ofJourneys, ...counts } of slices) {
    const slice = timeline.at(second * 1000);
    Object.assign(slice, counts);
    slice.answerTimes.add(decode(answerTimes, 'timeline', 2));
    slice.journeyTimes.add(decode(ofJourneys, 'timeline', 2));
  }
}

function decode(encoded: Parameters<typeof Timings.decode>[0], where: string, digits: 2 | 3 = 3) {
  try {
    return Timings.decode(encoded, digits);
  } catch (error) {
    throw new Error(`is damaged at the histogram of ${where}: ${(error as Error).message}`);
  }
}
