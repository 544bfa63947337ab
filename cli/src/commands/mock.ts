import { startMock } from '../backend/target.ts';
import { loadSettings } from '../core/configuration.ts';
import { exitCodes } from '../core/exit.ts';
import { serveUntilInterrupted } from '../core/interruption.ts';
import { paint, print, printNotice } from '../core/terminal.ts';
import {
  defineCommand,
  makeBooleanOption,
  makeRepeatedOption,
  makeValueOption,
  makeWholeNumberParser,
  parsePositiveNumber,
} from '../define-command.ts';

/** The options of `mock` and `demo` that say how the mock backend behaves. */
export const mockOptions = {
  seed: makeValueOption(
    '<n>',
    'the same seed gives the same data (default: 1)',
    makeWholeNumberParser(0),
  ),
  latency: makeValueOption(
    '<ms>',
    'added to every answer (default: 0)',
    makeWholeNumberParser(0, 600_000),
  ),
  examMinutes: makeValueOption('<n>', 'how long the exam runs (default: 20)', parsePositiveNumber),
  retakes: makeValueOption(
    '<n>',
    'how often a failed exam may be retaken (default: no limit)',
    makeWholeNumberParser(0),
  ),
  applicants: makeValueOption(
    '<n>',
    'how many applicants exist from the start (default: 0)',
    makeWholeNumberParser(0, 1_000_000),
  ),
  fault: makeRepeatedOption('<name>', 'misbehave in this way (repeatable)'),
  allowOrigin: makeRepeatedOption(
    '<origin>',
    "also let this origin's pages call the API, e.g. http://localhost:3000, or null for files (repeatable)",
  ),
};

export const command = defineCommand({
  name: 'mock',
  description: 'Serves the mock backend on this machine, until Ctrl-C.',
  settings: ['dialect', 'siteOrigin'],
  options: {
    port: makeValueOption(
      '<n>',
      'where to listen; 0 for a free port',
      makeWholeNumberParser(0, 65_535),
      8080,
    ),
    ...mockOptions,
    listFaults: makeBooleanOption('list the faults and exit'),
  },
  helpText: `
Without --site-origin, activation links lead to http://127.0.0.1:5173. In a browser only pages
of that origin may call the API, and those of --allow-origin.

Examples:
  admissions mock
  admissions mock --port 9000 --dialect alternate --seed 7
  admissions mock --applicants 1000 --latency 200
  admissions mock --fault login-500 --fault html-502

In another terminal:
  admissions journey --target http://127.0.0.1:8080`,
  async run(flags) {
    if (flags.listFaults) {
      await listFaults();
      return exitCodes.done;
    }
    const settings = await loadSettings(flags);
    const portRequest = { number: flags.port, isRequired: true, portOption: '--port' };
    await serveUntilInterrupted(async () => {
      const { url, close } = await startMock(flags, portRequest, settings);
      print(`API         ${url}/api`);
      print(`Outbox      ${url}/_mock/outbox`);
      print(`Staff page  ${url}/_mock/staff`);
      print(`Exam key    ${url}/_mock/exam-key.json`);
      printNotice(`The mock backend speaks the dialect ${settings.dialectName}. Ctrl-C stops it.`);
      return close;
    });
    return exitCodes.done;
  },
});

async function listFaults(): Promise<void> {
  const { faultList } = await import('@one-planet/mocks');
  const width = Math.max(...faultList.map(({ name }) => name.length));
  for (const { name, sentence } of faultList) {
    print(`${paint('bold', name.padEnd(width))}  ${sentence}`);
  }
}
