import { Command } from 'commander';
import { addMockOptions, type MockFlags, startMock } from '../backend/mock-server.ts';
import { type Flags, loadSettings } from '../config/load.ts';
import { type ExitCode, exitCodes } from '../process/exit.ts';
import { serveUntilInterrupted } from '../process/serve-until.ts';
import { paint, print, talk } from '../process/terminal.ts';
import { whole } from './option-values.ts';

interface Options extends Pick<Flags, 'dialect' | 'config' | 'profile' | 'siteOrigin'>, MockFlags {
  port: number;
  listFaults?: boolean;
}

/** `admissions mock`: serves the mock backend until it is interrupted. */
export function command(finish: (code: ExitCode) => void): Command {
  const mock = new Command('mock')
    .description('Serves the mock backend on this machine, until Ctrl-C.')
    .option('--port <n>', 'where to listen; 0 for a free port', whole(0, 65_535), 8080);
  return addMockOptions(mock)
    .option('--list-faults', 'list the faults and end')
    .option(
      '--site-origin <url>',
      "the site's origin, where activation links lead (default: http://127.0.0.1:5173)",
    )
    .addHelpText('after', examples)
    .action(async (options: Options) => {
      if (options.listFaults) await listFaults();
      else await serveMock(options);
      finish(exitCodes.done);
    });
}

async function listFaults(): Promise<void> {
  const { faultList } = await import('@one-planet/mocks');
  const width = Math.max(...faultList.map(({ name }) => name.length));
  for (const { name, sentence } of faultList) {
    print(`${paint('bold', name.padEnd(width))}  ${sentence}`);
  }
}

async function serveMock(options: Options): Promise<void> {
  const settings = await loadSettings(options);
  const port = { number: options.port, asked: true, option: '--port' };
  await serveUntilInterrupted(async () => {
    const { url, close } = await startMock(options, port, settings);
    print(`API         ${url}/api`);
    print(`Outbox      ${url}/_mock/outbox`);
    print(`Staff mockPages  ${url}/_mock/staff`);
    print(`Exam key    ${url}/_mock/exam-key.json`);
    talk(`The mock backend speaks the dialect ${settings.dialectName}. Ctrl-C ends it.`);
    return close;
  });
}

const examples = `
Examples:
  admissions mock
  admissions mock --port 9000 --dialect alternate --seed 7
  admissions mock --applicants 1000 --latency 200
  admissions mock --fault login-500 --fault html-502

In another terminal:
  admissions journey --target http://127.0.0.1:8080`;
