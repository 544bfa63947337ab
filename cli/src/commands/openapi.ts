import { writeFile } from 'node:fs/promises';
import document from '@one-planet/sdk/openapi.json' with { type: 'json' };
import { Command } from 'commander';
import { CliError, type ExitCode, exitCodes } from '../exit.ts';
import { print, talk } from '../terminal.ts';

/** `admissions openapi`: prints the OpenAPI document that is generated from the contract. */
export function command(finish: (code: ExitCode) => void): Command {
  return new Command('openapi')
    .description('Prints the OpenAPI 3.1 document of the contract, in its canonical wire.')
    .option('--output <file>', 'write it to a file instead')
    .addHelpText('after', examples)
    .action(async ({ output }: { output?: string }) => {
      const text = JSON.stringify(document, null, 2);
      if (output === undefined) print(text);
      else await write(output, text);
      finish(exitCodes.done);
    });
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, `${text}\n`).catch((cause: Error) => {
    throw new CliError(
      `--output: ${path} can't be written: ${cause.message}`,
      exitCodes.wrongUsage,
      {
        cause,
      },
    );
  });
  talk(`Written to ${path}.`);
}

const examples = `
Examples:
  admissions openapi > openapi.json
  admissions openapi --output docs/openapi.json
  admissions openapi | jq '.paths | keys'`;
