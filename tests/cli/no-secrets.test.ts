/** No command prints, reports or stores the secrets of its run. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applicantExamples } from '@one-planet/contract';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { beforeAll, expect, test } from 'vitest';
import { loadFormats } from '../../cli/src/commands/load.ts';
import { reportFormatNames } from '../../cli/src/report/files.ts';
import { makeReportFlags } from '../../cli/src/testing/support.ts';
import { startProxy } from '../support/proxy.ts';
import { runAdmissions } from '../support/run-command.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/** Secrets that the test itself puts into files and environment variables. */
const plantedSecrets = {
  password: 'Planted-Applicant-1!',
  ADMISSIONS_MAIL_PASSWORD: 'planted-mail-secret-2',
  STAFF_TOKEN: 'planted-staff-secret-3',
};
/** Tokens and passwords that the backend issued while it ran. */
const issuedSecrets = new Set<string>();

const folder = await makeTemporaryFolder();
const servers: { close: () => Promise<void> }[] = [];

/** Starts a mock behind a proxy that records every token of its responses; closing it reads those of its mails. */
async function startBackend(faults: string[] = []): Promise<string> {
  const mock = await serve(await createBackend({ faults }));
  const proxy = await startProxy(mock.url, async ({ phase, body = '' }) => {
    if (phase === 'response') {
      for (const [, token = ''] of body.matchAll(/"token":"([^"]+)"/g)) issuedSecrets.add(token);
    }
    // Everything is passed on.
    return false;
  });
  servers.push(proxy, {
    close: async () => {
      const outboxText = await (await fetch(`${mock.url}/_mock/outbox.json`)).text();
      for (const [, token = ''] of outboxText.matchAll(/\/activate\/([^"?]+)/g))
        issuedSecrets.add(token);
      for (const [, password = ''] of outboxText.matchAll(/"temporaryPassword":"([^"]+)"/g))
        issuedSecrets.add(password);
      await mock.close();
    },
  });
  return proxy.url;
}

beforeAll(async () => {
  const { hana } = applicantExamples;
  await writeFile(
    join(folder, 'me.json'),
    JSON.stringify({ ...hana, password: plantedSecrets.password }),
  );
  Object.assign(process.env, {
    ADMISSIONS_MAIL_PASSWORD: plantedSecrets.ADMISSIONS_MAIL_PASSWORD,
    STAFF_TOKEN: plantedSecrets.STAFF_TOKEN,
  });
});

const pathInFolder = (name: string) => join(folder, name);
const makeReportFlagsFor = (name: string) => makeReportFlags(pathInFolder(`${name}.`));

test('no secret is in any output, report or file of any command', async () => {
  const [healthyUrl, brokenUrl] = [
    await startBackend(),
    await startBackend(['exam-without-choices', 'login-500']),
  ];
  const staffAdapter = {
    use: 'http',
    requests: {
      verify: {
        url: `${healthyUrl}/_mock/staff/verify`,
        headers: { authorization: 'Bearer {env:STAFF_TOKEN}', accept: 'application/json' },
        body: { email: '{email}' },
      },
    },
  };
  const unreachableMailbox = {
    use: 'imap',
    host: '127.0.0.1',
    port: 1,
    user: 'u',
    waitMs: 1,
    everyMs: 1,
  };
  const config = {
    applicant: 'me.json',
    staff: staffAdapter,
    profiles: { mail: { mailbox: unreachableMailbox } },
  };
  await writeFile(pathInFolder('c.json'), JSON.stringify(config));
  const configFlags = ['--config', pathInFolder('c.json')];
  const makeFlagsFor = (target: string) => [...configFlags, '--target', target];
  const loadReportFlags = loadFormats.flatMap((format) => [
    '--report',
    `${format}=${pathInFolder(`load.${format}`)}`,
  ]);

  const commands: string[][] = [
    ['journey', ...makeFlagsFor(healthyUrl), '--save', pathInFolder('run.json'), '--until', 'pay'],
    ['journey', '--resume', pathInFolder('run.json'), '--json'],
    ['journey', ...makeFlagsFor(healthyUrl), '--count', '3', '--concurrency', '3'],
    ['journey', ...makeFlagsFor(brokenUrl)],
    ['journey', ...makeFlagsFor(healthyUrl), '--profile', 'mail'],
    [
      'smoke',
      ...makeFlagsFor(healthyUrl),
      '--last-good',
      pathInFolder('good.json'),
      ...makeReportFlagsFor('smoke'),
    ],
    ['smoke', ...makeFlagsFor(brokenUrl), ...makeReportFlagsFor('smoke-broken')],
    [
      'check',
      ...makeFlagsFor(brokenUrl),
      '--only',
      'auth.*/*',
      '--only',
      'applicants.a*/*',
      ...makeReportFlagsFor('check'),
    ],
    ['load', ...makeFlagsFor(brokenUrl), '--applicants', '3', ...loadReportFlags],
    ['detect', ...makeFlagsFor(healthyUrl), '--register'],
    ['doctor', ...makeFlagsFor(healthyUrl), '--profile', 'mail'],
  ];
  const namedOutputs: [string, string][] = [];
  for (const command of commands) {
    const { stdout, stderr } = await runAdmissions(...command);
    expect(stdout + stderr, command.join(' ')).not.toMatch(/\bbug:|unknown (option|command)/);
    namedOutputs.push([`the output of ${command.join(' ')}`, stdout + stderr]);
  }
  for (const server of servers.reverse()) await server.close();
  for (const name of await readdir(folder)) {
    if (name === 'me.json') continue;
    namedOutputs.push([name, await readFile(pathInFolder(name), 'utf8')]);
  }
  expect(issuedSecrets.size).toBeGreaterThan(20);
  expect(namedOutputs.length).toBeGreaterThan(commands.length + 2 * reportFormatNames.length);
  for (const [source, text] of namedOutputs) {
    const leakedSecrets = [...Object.values(plantedSecrets), ...issuedSecrets].filter((secret) =>
      text.includes(secret),
    );
    // Searched are the outputs only: the name of an output has the command's arguments, a password among them.
    expect(leakedSecrets.length, `${source} holds a secret`).toBe(0);
  }
});
