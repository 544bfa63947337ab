import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import document from '@one-planet/sdk/openapi.json' with { type: 'json' };
import { CliError, type ExitCode, exitCodes } from '../process/exit.ts';
import { JsonSyntaxError, parseJson } from '../process/json.ts';
import { print, talk } from '../process/terminal.ts';
import { defineCommand } from './define.ts';
import { flag, value } from './options.ts';

/** `admissions openapi`: prints the OpenAPI document that is generated from the contract, or what changed in it. */
export const command = defineCommand({
  name: 'openapi',
  description:
    'Prints the OpenAPI 3.1 document of the contract, in its canonical wire, or what changed in it.',
  options: {
    output: value('<file>', 'write it to a file instead'),
    diff: value(
      '<old.json>',
      'compare it with an older document: what changed, and whom it breaks',
    ),
    json: flag('with --diff: print the changes as JSON, and nothing else, on stdout'),
  },
  help: `
Examples:
  admissions openapi > openapi.json
  admissions openapi --output docs/openapi.json
  admissions openapi | jq '.paths | keys'
  admissions openapi --diff openapi-0.1.0.json      what changed since then
  admissions openapi --diff openapi-0.1.0.json --json

--diff says of each change whom it breaks: clients written against the older
document, or backends that still follow it. Changes that break nobody, such as a
new optional field, are listed too. What cannot be judged counts as breaking.

Exit codes of --diff: 0 nothing breaks, 1 something does, 2 wrong usage, or the
file is not an OpenAPI 3 document in JSON.`,
  async run({ output, diff, json }) {
    if (diff !== undefined && output !== undefined) {
      throw new CliError(
        '--output writes the document, not the changes; use --diff FILE > changes.txt',
      );
    }
    if (diff !== undefined) return await compare(diff, json === true);
    if (json) throw new CliError('--json needs --diff; without it the document is JSON already');
    const text = JSON.stringify(document, null, 2);
    if (output === undefined) print(text);
    else await write(output, text);
    return exitCodes.done;
  },
});

async function compare(path: string, json: boolean): Promise<ExitCode> {
  // Loaded when it is asked for: the document alone needs none of it.
  const { readDocument } = await import('./openapi/document.ts');
  const { compareDocuments, isBreaking } = await import('./openapi/compare.ts');
  const { comparisonJson, comparisonLines } = await import('./openapi/tell.ts');
  const old = readDocument(await read(path), path);
  const fresh = readDocument(document, 'the document of this tool');
  const operations = compareDocuments(old, fresh);
  const comparison = {
    old: { name: basename(path), version: old.version },
    new: { version: fresh.version },
    operations,
  };
  if (json) print(comparisonJson(comparison));
  else for (const line of comparisonLines(comparison)) print(line);
  const breaks = operations.some(({ changes }) => changes.some(isBreaking));
  return breaks ? exitCodes.brokenContract : exitCodes.done;
}

async function read(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((cause: Error) => {
    throw new CliError(`--diff: ${path} cannot be read: ${cause.message}`, undefined, { cause });
  });
  try {
    return parseJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonSyntaxError)) throw cause;
    throw new CliError(`--diff: ${path} must be JSON: ${cause.message}`, undefined, { cause });
  }
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, `${text}\n`).catch((cause: Error) => {
    const why = `--output: ${path} cannot be written: ${cause.message}`;
    throw new CliError(why, exitCodes.wrongUsage, { cause });
  });
  talk(`Written to ${path}.`);
}
