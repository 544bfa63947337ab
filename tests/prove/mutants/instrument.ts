/** Makes a copy of a backend that contains every mutant, each inactive until its id is set as the active one. */
import { cp, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { expectedFailureIds } from '../../second-backend/run-command.ts';

/** A backend whose source is mutated. */
export interface Target {
  /** The folder that is copied. */
  sourceFolder: string;
  /** Matches the paths of the mutated files, from `sourceFolder`. */
  mutatedFilePattern: RegExp;
  /** The name of its folder in the copy. */
  copyFolder: string;
  /**
   * Ids of checks that fail without any mutant, because the backend reads an open point of the specification
   * differently.
   */
  expectedFailures: readonly string[];
}

const repositoryUrl = new URL('../../../', import.meta.url);
const repositoryPathOf = (name: string) => fileURLToPath(new URL(name, repositoryUrl));

export const repositoryPath = repositoryPathOf('.');

export const targets = {
  /** Without its questions and first records, which are data. */
  mock: {
    sourceFolder: repositoryPathOf('mocks'),
    copyFolder: 'mocks',
    expectedFailures: [],
    mutatedFilePattern: /^src\/(api|(server|operations|world)\/(?!questions|seed)[\w-]+)\.ts$/,
  },
  /** Without the files that start it, check it or break its database. */
  second: {
    sourceFolder: repositoryPathOf('tests/second-backend'),
    copyFolder: 'second-backend',
    expectedFailures: expectedFailureIds,
    mutatedFilePattern: /^(?!main|index|run-command|databases)[\w-]+\.ts$/,
  },
} as const satisfies Record<string, Target>;
export type TargetName = keyof typeof targets;

/** A change of the source in one place. */
export interface Mutant {
  /** Unique: `mock/src/world/accounts.ts:16:22/EqualityOperator/2`. */
  name: string;
  /** The id that activates it in the instrumented code. */
  id: string;
  /** The path from the repository's root. */
  file: string;
  line: number;
  mutatorName: string;
  originalText: string;
  replacementText: string;
}

export interface InstrumentedCopy {
  target: TargetName;
  /** The temporary folder with the copy, and a link to the packages it needs. */
  folder: string;
  mutants: readonly Mutant[];
}

const ignoreMessage = () => {};
const silentLogger = {
  ...{ isTraceEnabled: () => false, isDebugEnabled: () => false, isInfoEnabled: () => false },
  ...{ isWarnEnabled: () => false, isErrorEnabled: () => false, isFatalEnabled: () => false },
  ...{
    trace: ignoreMessage,
    debug: ignoreMessage,
    info: ignoreMessage,
    warn: ignoreMessage,
    error: ignoreMessage,
    fatal: ignoreMessage,
  },
};

/** Copies a backend and instruments the copy. The caller removes its folder. */
export async function instrument(target: TargetName): Promise<InstrumentedCopy> {
  const { sourceFolder, copyFolder, mutatedFilePattern } = targets[target];
  const folder = await mkdtemp(join(tmpdir(), 'mutants-'));
  const copyPath = join(folder, copyFolder);
  await cp(sourceFolder, copyPath, {
    recursive: true,
    filter: (sourcePath) => !/\/(node_modules|dist)$/.test(sourcePath),
  });
  await symlink(join(repositoryPath, 'node_modules'), join(folder, 'node_modules'));
  if (target === 'second') await writeFile(join(copyPath, 'package.json'), '{"type":"module"}');
  const pathsInCopy = (await readdir(copyPath, { recursive: true })).map((relativePath) =>
    relativePath.split(sep).join('/'),
  );
  const files = await Promise.all(
    pathsInCopy
      .filter((name) => mutatedFilePattern.test(name))
      .sort()
      .map(async (name) => ({
        name: join(copyPath, name),
        mutate: true,
        content: await readFile(join(copyPath, name), 'utf8'),
      })),
  );
  const result = await new Instrumenter(silentLogger).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  for (const { name, content } of result.files) await writeFile(name, content);
  const sourceTexts = new Map(files.map(({ name, content }) => [name, content]));
  const occurrenceCounts = new Map<string, number>();
  const mutants = result.mutants.map((strykerMutant): Mutant => {
    const { start } = strykerMutant.location;
    const pathInCopy = relative(copyPath, strykerMutant.fileName);
    const placeName = `${target}/${pathInCopy}:${start.line + 1}:${start.column + 1}/${strykerMutant.mutatorName}`;
    const occurrenceNumber = (occurrenceCounts.get(placeName) ?? 0) + 1;
    occurrenceCounts.set(placeName, occurrenceNumber);
    return {
      name: `${placeName}/${occurrenceNumber}`,
      id: strykerMutant.id,
      file: relative(repositoryPath, join(sourceFolder, pathInCopy)),
      line: start.line + 1,
      mutatorName: strykerMutant.mutatorName,
      originalText: toShortLine(
        textAt(sourceTexts.get(strykerMutant.fileName) ?? '', strykerMutant.location),
      ),
      replacementText: toShortLine(strykerMutant.replacement ?? ''),
    };
  });
  return { target, folder, mutants };
}

interface Position {
  line: number;
  column: number;
}

function textAt(text: string, { start, end }: { start: Position; end: Position }): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  const lastIndex = lines.length - 1;
  lines[lastIndex] = (lines[lastIndex] ?? '').slice(0, end.column);
  lines[0] = (lines[0] ?? '').slice(start.column);
  return lines.join('\n');
}

/** @returns the text on one line, of which the first 160 characters are enough to find it */
function toShortLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
