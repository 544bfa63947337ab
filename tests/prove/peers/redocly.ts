import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { arazzo } from './arazzo.ts';
import { operationsIn, readDocument } from './document.ts';
import type { Found, Peer, Surroundings } from './peer.ts';
import { runScript } from './program.ts';
import { putFiles } from './samples.ts';

export const redocly: Peer = {
  name: 'Redocly Respect',
  package: '@redocly/cli',
  version: '2.77.0',
  bin: 'node_modules/@redocly/cli/bin/cli.js',
  run,
};

async function run({ url, folder, script, known, calls }: Surroundings): Promise<Found> {
  const put = (name: string, content: string) => writeFile(join(folder, name), content);
  const document = await readDocument();
  for (const { operation } of operationsIn(document)) {
    // Respect reads a dot in an operation's name as the end of the name of a document.
    operation.operationId = operation.operationId.replace('.', '-');
    // Respect holds bytes against the schema as it holds JSON.
    if (operation.operationId === 'files-get') operation.responses['200'] = {};
  }
  await put('openapi.json', JSON.stringify(document));
  await put('journey.arazzo.json', JSON.stringify(arazzo(url, known, calls)));
  await putFiles(folder);
  const started = performance.now();
  const { timedOut, output } = await runScript(
    script,
    [
      'respect',
      'journey.arazzo.json',
      `--server=admissions=${url}/api`,
      '--json-output=result.json',
      '--max-fetch-timeout=6000',
    ],
    { folder, env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  );
  const seconds = (performance.now() - started) / 1000;
  if (timedOut) return { findings: ['did not end in time'], seconds };
  const told = await readFile(join(folder, 'result.json'), 'utf8').catch(() => '');
  if (told === '') throw new Error(`Redocly told nothing: ${output.slice(-1000)}`);
  return { findings: findingsIn(JSON.parse(told)), seconds };
}

/** What Redocly writes with --json-output, as far as it is read. */
interface Told {
  files: Record<string, { executedWorkflows: { executedSteps: ToldStep[]; workflowId: string }[] }>;
}

interface ToldStep {
  stepId: string;
  checks: { name: string; message?: string; passed: boolean }[];
}

function findingsIn({ files }: Told): string[] {
  const workflows = Object.values(files).flatMap((file) => file.executedWorkflows);
  return workflows.flatMap(({ workflowId, executedSteps }) =>
    executedSteps.flatMap(({ stepId, checks }) =>
      checks
        .filter(({ passed }) => !passed)
        .map(({ name, message }) => `${workflowId} ${stepId}: ${name}: ${short(message)}`),
    ),
  );
}

/** Without the picture of the answer that Redocly draws, which shows values. */
function short(message = ''): string {
  const lines = message.split('\n').filter((line) => line !== '' && !/^>?\s*\d*\s*[|]/.test(line));
  return lines.join(' ').slice(0, 200);
}
