import document from '@one-planet/sdk/openapi.json' with { type: 'json' };
import { exitCodes } from '../core/exit.ts';
import { printTo } from '../core/terminal.ts';
import { defineCommand, makeValueOption } from '../define-command.ts';

export const command = defineCommand({
  name: 'openapi',
  description: 'Prints the OpenAPI 3.1 document of the contract, in its canonical wire.',
  options: { output: makeValueOption('<file>', 'write it to a file instead') },
  helpText: `
Examples:
  admissions openapi --output openapi.json
  admissions openapi | jq '.paths | keys'`,
  async run({ output }) {
    await printTo(output, JSON.stringify(document, null, 2));
    return exitCodes.done;
  },
});
