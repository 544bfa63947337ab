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
  mutated: RegExp;
  /** Its place in the copy. */
  place: string;
  /** Checks that fail without any mutant: what the specification leaves open, read its own way. */
  fails: readonly string[];
}

const repository = new URL('../../../', import.meta.url);
const path = (name: string) => fileURLToPath(new URL(name, repository));

export const repositoryPath = path('.');

export const targets = {
  /** Its offers and questions are data; how it decides is not. */
  mock: {
    source: path('mocks'),
    place: 'mocks',
    fails: [],
    mutated: /^src\/(api|(server|operations|world)\/(?!questions|seed)[\w-]+)\.ts$/,
  },
  /** Without its way in. */
  second: {
    source: path('tests/second-backend'),
    place: 'second-backend',
    fails: readsOtherwise,
    mutated: /^(?!main|index|check|databases)[\w-]+\.ts$/,
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

export interface Instrumented {
  target: TargetName;
  /** Holds the copy, and the packages it needs. */
  folder: string;
  mutants: readonly Mutant[];
}

const silent = () => {};
const logger = {
  ...{ isTraceEnabled: () => false, isDebugEnabled: () => false, isInfoEnabled: () => false },
  ...{ isWarnEnabled: () => false, isErrorEnabled: () => false, isFatalEnabled: () => false },
  ...{ trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent },
};

export async function instrument(target: TargetName): Promise<Instrumented> {
  const { source, place, mutated } = targets[target];
  const folder = await mkdtemp(join(tmpdir(), 'mutants-'));
  const copy = join(folder, place);
  await cp(source, copy, {
    recursive: true,
    filter: (from) => !/\/(node_modules|dist)$/.test(from),
  });
  await symlink(join(repositoryPath, 'node_modules'), join(folder, 'node_modules'));
  if (target === 'second') await writeFile(join(copy, 'package.json'), '{"type":"module"}');
  const names = (await readdir(copy, { recursive: true })).map((name) => name.split(sep).join('/'));
  const files = await Promise.all(
    names
      .filter((name) => mutated.test(name))
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
  const texts = new Map(files.map(({ name, content }) => [name, content]));
  const times = new Map<string, number>();
  const mutants = result.mutants.map((one): Mutant => {
    const { start } = one.location;
    const within = relative(copy, one.fileName);
    const place = `${target}/${within}:${start.line + 1}:${start.column + 1}/${one.mutatorName}`;
    const time = (times.get(place) ?? 0) + 1;
    times.set(place, time);
    return {
      name: `${place}/${time}`,
      id: one.id,
      file: relative(repositoryPath, join(source, within)),
      line: start.line + 1,
      mutator: one.mutatorName,
      original: oneLine(textAt(texts.get(one.fileName) ?? '', one.location)),
      replacement: oneLine(one.replacement ?? ''),
    };
  });
  return { target, folder, mutants };
}

interface Place {
  line: number;
  column: number;
}

function textAt(text: string, { start, end }: { start: Place; end: Place }): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column);
  lines[0] = (lines[0] ?? '').slice(start.column);
  return lines.join('\n');
}

/** Long pieces keep their beginning: enough to find them. */
function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
