/** Makes a copy of a backend with every mutant in it, each asleep until its id is the active one. */
import { cp, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { readsOtherwise } from '../../second-backend/check.ts';

export interface Target {
  /** A folder that is copied, and in it the folders whose files are mutated. */
  source: string;
  mutatedFiles: RegExp;
  /** Its place in the copy. */
  copyFolder: string;
  /** Checks that fail without any mutant: what the specification leaves open, read its own way. */
  expectedFailures: readonly string[];
}

const repository = new URL('../../../', import.meta.url);
const repositoryFile = (name: string) => fileURLToPath(new URL(name, repository));

export const repositoryPath = repositoryFile('.');

export const targets = {
  /** Its offers and questions are data; how it decides is not. */
  mock: {
    source: repositoryFile('mocks'),
    copyFolder: 'mocks',
    expectedFailures: [],
    mutatedFiles: /^src\/(api|(server|operations|world)\/(?!questions|seed)[\w-]+)\.ts$/,
  },
  /** Without its way in. */
  second: {
    source: repositoryFile('tests/second-backend'),
    copyFolder: 'second-backend',
    expectedFailures: readsOtherwise,
    mutatedFiles: /^(?!main|index|check|databases)[\w-]+\.ts$/,
  },
} as const satisfies Record<string, Target>;
export type TargetName = keyof typeof targets;

export interface Mutant {
  /** Unique: `mock/src/world/accounts.ts:16:22/EqualityOperator/2`. */
  name: string;
  /** Switches it on. */
  id: string;
  /** From the repository's root. */
  file: string;
  line: number;
  mutator: string;
  original: string;
  replacement: string;
}

export interface InstrumentedCopy {
  target: TargetName;
  /** Holds the copy, and the packages it needs. */
  folder: string;
  mutants: readonly Mutant[];
}

const ignoreMessage = () => {};
const logger = {
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

export async function instrument(target: TargetName): Promise<InstrumentedCopy> {
  const { source, copyFolder, mutatedFiles } = targets[target];
  const folder = await mkdtemp(join(tmpdir(), 'mutants-'));
  const copy = join(folder, copyFolder);
  await cp(source, copy, {
    recursive: true,
    filter: (sourcePath) => !/\/(node_modules|dist)$/.test(sourcePath),
  });
  await symlink(join(repositoryPath, 'node_modules'), join(folder, 'node_modules'));
  if (target === 'second') await writeFile(join(copy, 'package.json'), '{"type":"module"}');
  const names = (await readdir(copy, { recursive: true })).map((name) => name.split(sep).join('/'));
  const files = await Promise.all(
    names
      .filter((name) => mutatedFiles.test(name))
      .sort()
      .map(async (name) => ({
        name: join(copy, name),
        mutate: true,
        content: await readFile(join(copy, name), 'utf8'),
      })),
  );
  const result = await new Instrumenter(logger).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  for (const { name, content } of result.files) await writeFile(name, content);
  const sourceTexts = new Map(files.map(({ name, content }) => [name, content]));
  const occurrenceCounts = new Map<string, number>();
  const mutants = result.mutants.map((strykerMutant): Mutant => {
    const { start } = strykerMutant.location;
    const pathInCopy = relative(copy, strykerMutant.fileName);
    const placeName = `${target}/${pathInCopy}:${start.line + 1}:${start.column + 1}/${strykerMutant.mutatorName}`;
    const occurrence = (occurrenceCounts.get(placeName) ?? 0) + 1;
    occurrenceCounts.set(placeName, occurrence);
    return {
      name: `${placeName}/${occurrence}`,
      id: strykerMutant.id,
      file: relative(repositoryPath, join(source, pathInCopy)),
      line: start.line + 1,
      mutator: strykerMutant.mutatorName,
      original: toShortLine(
        textAt(sourceTexts.get(strykerMutant.fileName) ?? '', strykerMutant.location),
      ),
      replacement: toShortLine(strykerMutant.replacement ?? ''),
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

/** Long pieces keep their beginning: enough to find them. */
function toShortLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
