import { loadSettings } from '../config/load.ts';
import { exitCodes } from '../process/exit.ts';
import { lineWidth, paint, print, visible } from '../process/terminal.ts';
import { wrap } from '../report/text.ts';
import { type Diagnosis, diagnose } from '../setup/doctor.ts';
import { markOf } from '../setup/mark.ts';
import { defineCommand, journeySettings, targetSettings } from './define.ts';

/** `admissions doctor`: what is missing for a full run. */
export const command = defineCommand({
  name: 'doctor',
  description:
    'Tries everything a full run needs, in order, and says what to add where something is missing. Nothing is registered, sent or changed.',
  settings: [...targetSettings, ...journeySettings],
  options: {},
  help: `
Exit codes: 0 all is there, 2 something is missing or does not work, 3 the
backend was not reached.

Examples:
  admissions doctor --target https://staging.example.edu
  admissions doctor --profile staging`,
  async run(flags) {
    const settings = await loadSettings(flags);
    const { parts, isReached } = await diagnose(settings, (found) => {
      for (const line of partLines(found)) print(line);
    });
    const lacking = parts.filter(({ state }) => state === 'missing' || state === 'broken');
    const file = settings.configFile ?? 'admissions.config.json';
    const where =
      settings.profile === undefined ? file : `profile "${settings.profile}" of ${file}`;
    print();
    if (lacking.length === 0) {
      print('A full run has all it needs. Next: admissions smoke');
      return exitCodes.done;
    }
    const count = lacking.length === 1 ? '1 part' : `${lacking.length} parts`;
    print(`${count} of ${parts.length} to mend, in ${where}. Then: admissions doctor`);
    return isReached ? exitCodes.wrongUsage : exitCodes.notReached;
  },
});

const indent = ' '.repeat(12);

/** How a part was found, and the line that mends it: never broken, it is there to be copied. */
export function partLines(diagnosis: Diagnosis): string[] {
  const { part, told, add } = diagnosis;
  const [first = '', ...rest] = wrap(visible(told), lineWidth(), indent);
  return [
    `${markOf(diagnosis)} ${part.padEnd(10)}${first}`,
    ...rest,
    ...(add === undefined ? [] : [`${indent}${paint('dim', 'add')} ${add}`]),
  ];
}
