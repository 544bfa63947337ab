/** No command prints, reports or stores the secrets of its run. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applicantExamples } from '@one-planet/contract';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { beforeAll, expect, test } from 'vitest';
import { loadFormats } from '../../cli/src/commands/load.ts';
import { reportFormatNames } from '../../cli/src/report/files.ts';
import { reportFlags } from '../../cli/src/testing/support.ts';
import { startProxy } from '../support/proxy.ts';
import { runAdmissions } from '../support/run-command.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/** Known in advance: they are planted. */
const planted = {
  password: 'Planted-Applicant-1!',
  ADMISSIONS_MAIL_PASSWORD: 'planted-mail-secret-2',
  STAFF_TOKEN: 'planted-staff-secret-3',
};
/** Handed out by the backend while it runs. */
const handedOut = new Set<string>();

const folder = await makeTemporaryFolder();
const open: { close: () => Promise<void> }[] = [];

/** A mock behind a proxy that records every token it hands out. */
async function backend(faults: string[] = []): Promise<string> {
  const mock = await serve(await createBackend({ faults }));
  const proxy = await startProxy(mock.url, async ({ phase, body = '' }) => {
    if (phase === 'response') {
      for (const [, token = ''] of body.matchAll(/"token":"([^"]+)"/g)) handedOut.add(token);
    }
    return false;
  });
  open.push(proxy, {
    close: async () => {
      const outbox = await (await fetch(`${mock.url}/_mock/outbox.json`)).text();
      for (const [, token = ''] of outbox.matchAll(/\/activate\/([^"?]+)/g)) handedOut.add(token);
      for (const [, one = ''] of outbox.matchAll(/"temporaryPassword":"([^"]+)"/g))
        handedOut.add(one);
      await mock.close();
    },
  });
  return proxy.url;
}

beforeAll(async () => {
  const { hana } = applicantExamples;
  await writeFile(join(folder, 'me.json'), JSON.stringify({ ...hana, password: planted.password }));
  Object.assign(process.env, {
    ADMISSIONS_MAIL_PASSWORD: planted.ADMISSIONS_MAIL_PASSWORD,
    STAFF_TOKEN: planted.STAFF_TOKEN,
  });
});

const inFolder = (name: string) => join(folder, name);
const reportsOf = (name: string) => reportFlags(inFolder(`${name}.`));

test('no secret is in any output, report or file of any command', async () => {
  const [healthy, broken] = [await backend(), await backend(['exam-without-choices', 'login-500'])];
  const staff = {
    use: 'http',
    requests: {
      verify: {
        url: `${healthy}/_mock/staff/verify`,
        headers: { authorization: 'Bearer {env:STAFF_TOKEN}', accept: 'application/json' },
        body: { email: '{email}' },
      },
    },
  };
  const imap = { use: 'imap', host: '127.0.0.1', port: 1, user: 'u', waitMs: 1, everyMs: 1 };
  const config = { applicant: 'me.json', staff, profiles: { mail: { mailbox: imap } } };
  await writeFile(inFolder('c.json'), JSON.stringify(config));
  const common = ['--config', inFolder('c.json')];
  const at = (target: string) => [...common, '--target', target];
  const loadReports = loadFormats.flatMap((format) => [
    '--report',
    `${format}=${inFolder(`load.${format}`)}`,
  ]);
  const login = JSON.stringify({ email: 'a@x.example', password: planted.password });

  const commands: string[][] = [
    ['journey', ...at(healthy), '--save', inFolder('run.json'), '--until', 'pay'],
    ['journey', '--resume', inFolder('run.json'), '--json'],
    ['journey', ...at(healthy), '--count', '3', '--concurrency', '3'],
    ['journey', ...at(broken)],
    ['journey', ...at(healthy), '--profile', 'mail'],
    ['smoke', ...at(healthy), '--last-good', inFolder('good.json'), ...reportsOf('smoke')],
    ['smoke', ...at(broken), ...reportsOf('smoke-broken')],
    [
      'check',
      ...at(broken),
      '--only',
      'auth.*/*',
      '--only',
      'applicants.a*/*',
      ...reportsOf('check'),
    ],
    ['load', ...at(broken), '--applicants', '3', ...loadReports],
    ['detect', ...at(healthy), '--register'],
    ['call', 'auth.login', ...at(healthy), '--body', login],
    ['config', ...common, '--json', '--profile', 'mail'],
  ];
  const outputs: [string, string][] = [];
  for (const command of commands) {
    const { stdout, stderr } = await runAdmissions(...command);
    expect(stdout + stderr, command.join(' ')).not.toMatch(/\bbug:|unknown (option|command)/);
    outputs.push([`the output of ${command.join(' ')}`, stdout + stderr]);
  }
  for (const one of open.reverse()) await one.close();
  for (const name of await readdir(folder)) {
    if (name === 'me.json') continue;
    outputs.push([name, await readFile(inFolder(name), 'utf8')]);
  }
  expect(handedOut.size).toBeGreaterThan(20);
  expect(outputs.length).toBeGreaterThan(commands.length + 2 * reportFormatNames.length);
  for (const [where, text] of outputs) {
    const found = [...Object.values(planted), ...handedOut].filter((secret) =>
      text.includes(secret),
    );
    // A command's arguments are the user's own words.
    expect(found.length, `${where} holds a secret`).toBe(0);
  }
});
