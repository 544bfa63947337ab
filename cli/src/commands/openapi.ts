import { basename } from 'node:path';
import document from '@one-planet/sdk/openapi.json' with { type: 'json' };
import { CliError, type ExitCode, exitCodes } from '../core/exit.ts';
import { readText } from '../core/files.ts';
import { parseJson } from '../core/json.ts';
import { paint, printTo, visible } from '../core/terminal.ts';
import { hanging, plural } from '../core/text.ts';
import { defineCommand, flag, value } from './define.ts';
import type { OperationBreaks } from './openapi-check.ts';

export const command = defineCommand({
  name: 'openapi',
  description:
    'Prints the OpenAPI 3.1 document of the contract, in its canonical wire, or says whether another document keeps it.',
  options: {
    output: value('<file>', 'write what would be printed to a file'),
    check: value('<file.json>', 'print where the backend of this document breaks the contract'),
    json: flag('with --check: print that as JSON, and nothing else, on stdout'),
  },
  help: `
Examples:
  admissions openapi --output openapi.json
  admissions openapi | jq '.paths | keys'
  admissions openapi --check backend.json           does it keep the contract?
  admissions openapi --check backend.json --json --output breaks.json

--check reads an OpenAPI 3 document in JSON: one your backend generates, or the
one it was built against. It compares the operations of the contract with it, by
their addresses: the backend has to take all that the contract may send, and may
answer only what the contract allows. What it has beyond is ignored. What cannot
be judged, such as another pattern, counts as a break.

Exit codes of --check: 0 it keeps the contract, 1 it does not, 2 wrong usage, or
the file is not an OpenAPI 3 document in JSON.`,
  async run({ output, check, json }) {
    if (check !== undefined) return await compare(check, { json, output });
    if (json) throw new CliError('--json needs --check; without it the document is JSON already');
    await printTo(output, JSON.stringify(document, null, 2));
    return exitCodes.done;
  },
});

async function compare(
  path: string,
  { json, output }: { json: boolean | undefined; output: string | undefined },
): Promise<ExitCode> {
  // Loaded when it is asked for: the document alone needs none of it.
  const { readDocument } = await import('./openapi-document.ts');
  const { findBreaks } = await import('./openapi-check.ts');
  const theirs = readDocument(await read(path), path);
  const contract = readDocument(document, 'the document of this tool');
  const operations = findBreaks(contract, theirs);
  const name = basename(path);
  const lines = json
    ? [JSON.stringify({ document: name, operations }, null, 2)]
    : breakLines(name, operations);
  await printTo(output, lines.join('\n'));
  return operations.length > 0 ? exitCodes.brokenContract : exitCodes.done;
}

function breakLines(name: string, operations: readonly OperationBreaks[]): string[] {
  const count = operations.flatMap(({ breaks }) => breaks).length;
  if (count === 0)
    return [`${paint(['bold', 'green'], 'Kept:')} ${visible(name)} keeps the contract.`];
  const where = `${plural(count, 'break')} in ${plural(operations.length, 'operation')}`;
  return [
    `${paint(['bold', 'red'], 'Broken:')} ${where} of ${visible(name)}.`,
    ...operations.flatMap(({ operation, wire, breaks }) => [
      `\n${paint('bold', operation)}  ${wire}`,
      ...breaks.flatMap(({ where: place, what }) => {
        const text = [place, what].filter(Boolean).join(': ');
        return hanging(`  ${paint('red', '✗')} `, text, 76, 4);
      }),
    ]),
  ];
}

async function read(path: string): Promise<unknown> {
  const text = await readText(path).catch((cause: Error) => {
    throw new CliError(`--check: ${path} cannot be read: ${cause.message}`, undefined, { cause });
  });
  return parseJson(text, `--check: ${path} must be JSON`);
}
