/** The commands and files of docs/openapi.md: what the tests run is what the guide says. */
import { readFile } from 'node:fs/promises';

const guide = await readFile(new URL('../../../docs/openapi.md', import.meta.url), 'utf8');

/** A command of the guide. */
export interface Command {
  /** e.g. `orval@8.38.0` */
  spec: string;
  arguments: readonly string[];
}

/** Every `npx package@version …`. */
export const commands: readonly Command[] = Array.from(
  guide.matchAll(/^npx (\S+@[\d.]+) (.+)$/gm),
  ([, spec = '', rest = '']) => ({ spec, arguments: rest.split(' ') }),
);

/** Every package of the guide, as npm takes it. */
export const packages: readonly string[] = [
  ...new Set([
    ...commands.map(({ spec }) => spec),
    ...Array.from(guide.matchAll(/^npm install (.+)$/gm), ([, specs = '']) =>
      specs.split(' '),
    ).flat(),
  ]),
];

/** The files that the guide writes out, by their names. */
export const files: ReadonlyMap<string, string> = new Map(
  Array.from(guide.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms), ([, name = '', text = '']) => [
    name,
    text,
  ]),
);
