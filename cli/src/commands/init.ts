import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type ConfigFile, mergeConfig, readConfig } from '../config/write.ts';
import { ask } from '../process/ask.ts';
import { CliError, exitCodes } from '../process/exit.ts';
import { interruption } from '../process/interruption.ts';
import { talk, visible } from '../process/terminal.ts';
import { writeWhole } from '../process/write-whole.ts';
import { interview } from '../setup/interview.ts';
import { markOf } from '../setup/mark.ts';
import { defineCommand } from './define.ts';
import { value } from './options.ts';

/** `admissions init`: writes a configuration. */
export const command = defineCommand({
  name: 'init',
  description:
    'Asks five questions, tries each answer at once, and writes admissions.config.json. Nothing is registered, sent or changed.',
  options: {
    config: value('<file>', 'the file to write (default: admissions.config.json)'),
    profile: value('<name>', 'write a profile of that name; the rest of the file stays as it is'),
  },
  help: `
No secret is asked for or written: passwords and tokens stay in environment
variables, which the file names.

Examples:
  admissions init
  admissions init --profile staging`,
  async run({ config = 'admissions.config.json', profile }) {
    const path = resolve(config);
    const before = await readConfig(path, config);
    if (before && profile === undefined) {
      throw new CliError(
        `${config} exists: add a profile to it with --profile NAME, or name another file with --config`,
      );
    }
    // A name that is taken is told before the questions.
    mergeConfig(before, {}, { profile });
    const { signal, stop } = interruption();
    try {
      const answers = await interview(
        {
          ask: (question, usual) => {
            const shown = usual ? `${question} [${usual}]:` : `${question}:`;
            return ask(shown, (answer) => given(answer, usual), signal);
          },
          say: talk,
          show: (found) => talk(` ${markOf(found, process.stderr)} ${visible(found.told)}`),
        },
        dirname(path),
      );
      const file: ConfigFile = mergeConfig(before, answers, {
        profile,
        schema: existsSync(resolve(dirname(path), schemaPath)) ? schemaPath : undefined,
      });
      writeWhole(path, `${JSON.stringify(file, null, 2)}\n`, 0o644);
      const flag = profile === undefined ? '' : ` --profile ${profile}`;
      talk(`\nWritten: ${config}. Next: admissions doctor${flag}, then admissions smoke${flag}`);
      return exitCodes.done;
    } finally {
      stop();
    }
  },
});

const schemaPath = './node_modules/@one-planet/admissions/config.schema.json';

function given(answer: string, usual: string | undefined): string {
  if (answer !== '' || usual !== undefined) return answer || (usual ?? '');
  throw new Error('   Please type an answer.');
}
