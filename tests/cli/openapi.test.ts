/** The OpenAPI document in other people's tools, with the commands of docs/openapi.md. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  applicantExamples,
  toBioData,
  toContactData,
  toEducationData,
  toExamResults,
  toRegistration,
} from '@one-planet/contract';
import { createBackend } from '@one-planet/mocks';
import { type Served, serve } from '@one-planet/mocks/node';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf, makePng } from '../../cli/src/applicant/sample-files.ts';
import { installOnDemand } from '../support/installed-programs.ts';
import type { Client, Connect } from './generated-clients/client.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const names = ['openapi-fetch', 'orval-fetch', 'orval-axios', 'orval-zod', 'hey-api'] as const;

let installed: string;
let folder: string;
beforeAll(async () => {
  installed = await installOnDemand(...packages);
  // Within the installation, so that generated code finds its libraries, and the adapters the contract.
  folder = await mkdtemp(join(installed, 'work-'));
  await cp(join(root, 'sdk/openapi.json'), join(folder, 'openapi.json'));
  for (const [name, text] of files) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command of the guide as `npx` would. @returns what it wrote */
async function runDocumented({ spec, arguments: args }: Command): Promise<string> {
  const name = spec.slice(0, spec.lastIndexOf('@'));
  const manifest = await readFile(join(installed, 'node_modules', name, 'package.json'), 'utf8');
  const { bin } = JSON.parse(manifest) as { bin: string | Record<string, string> };
  const file = typeof bin === 'string' ? bin : Object.values(bin)[0];
  const script = join(installed, 'node_modules', name, file ?? '');
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  };
  const { stdout, stderr } = await run(process.execPath, [script, ...args], { cwd: folder, env });
  return `${stdout}${stderr}`;
}

const commandsOf = (name: string) => commands.filter(({ spec }) => spec.startsWith(`${name}@`));

test('Redoc makes a page of the OpenAPI document', async () => {
  const [build] = commandsOf('@redocly/cli').filter(({ arguments: [what] }) => what !== 'lint');
  await runDocumented(build as Command);
  expect(await readFile(join(folder, 'reference.html'), 'utf8')).toContain(
    'Mail another activation link',
  );
});

describe('linters find nothing in the OpenAPI document', () => {
  test('Redocly, with its recommended rules', async () => {
    const [lint] = commandsOf('@redocly/cli').filter(({ arguments: [what] }) => what === 'lint');
    const output = await runDocumented(lint as Command);
    expect(output).toContain('Your API description is valid');
    expect(output).not.toMatch(/warning(?!: Node)|error/i);
  });

  test('Spectral, with its rules for OpenAPI', async () => {
    const [lint] = commandsOf('@stoplight/spectral-cli');
    expect(await runDocumented(lint as Command)).toContain('No results');
  });
});

describe('clients made from the OpenAPI document', () => {
  let backend: Served;
  beforeAll(async () => {
    backend = await serve(await createBackend());
    for (const name of ['openapi-typescript', 'orval', '@hey-api/openapi-ts'])
      for (const command of commandsOf(name)) await runDocumented(command);
    await writeFile(join(folder, 'src/api.ts'), "export const api = { base: '' };\n");
    const here = join(root, 'tests/cli/generated-clients');
    await cp(join(here, 'client.ts'), join(folder, 'client.ts'));
    await cp(join(here, 'adapters'), join(folder, 'adapters'), { recursive: true });
  }, 120_000);
  afterAll(() => backend.close());

  test('compile under strict', async () => {
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(strict));
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { stdout } = await run(tsc, ['-p', folder]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  test.each(names)('%s walks the journey to APPLIED, and shows why it is refused', async (name) => {
    const connect = await built(name);
    const email = `${name}+client@example.com`;
    const read = await walk(connect(`${backend.url}/api`), ask, email);
    expect(read).toEqual({ state: 'APPLIED', isSamePicture: true, isOwnReceipt: true });
    const another = connect(`${backend.url}/api`);
    const login = another.login({ email: 'nobody@example.com', password: 'Selam2025' });
    await expect(login).rejects.toMatchObject({
      status: 404,
      message: expect.stringMatching(/\w/),
    });
  });

  /** Reads one of the mock's own pages, or posts to it. */
  async function ask(path: string, body?: object): Promise<unknown> {
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    return (await fetch(`${backend.url}/_mock/${path}`, { headers, ...sent })).json();
  }
});

/** TypeScript's own `strict`, in a project that a bundler builds. */
const strict = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    customConditions: ['@one-planet/source'],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
  },
  include: ['adapters', 'src'],
};

/** @returns what the adapter exports, bundled: Node has no way to import generated TypeScript as it is */
async function built(name: string): Promise<Connect> {
  const bundle = await rolldown({
    input: join(folder, 'adapters', `${name}.ts`),
    platform: 'node',
    logLevel: 'silent',
  });
  const file = join(folder, 'built', `${name}.mjs`);
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  const { connect } = (await import(pathToFileURL(file).href)) as { connect: Connect };
  return connect;
}

const guide = await readFile(new URL('../../docs/openapi.md', import.meta.url), 'utf8');

/** A command of the guide. */
interface Command {
  /** e.g. `orval@8.38.0` */
  spec: string;
  arguments: readonly string[];
}

/** Every `npx package@version …`. */
const commands: readonly Command[] = Array.from(
  guide.matchAll(/^npx (\S+@[\d.]+) (.+)$/gm),
  ([, spec = '', rest = '']) => ({ spec, arguments: rest.split(' ') }),
);

/** Every package of the guide, as npm takes it. */
const packages: readonly string[] = [
  ...new Set([
    ...commands.map(({ spec }) => spec),
    ...Array.from(guide.matchAll(/^npm install (.+)$/gm), ([, specs = '']) =>
      specs.split(' '),
    ).flat(),
  ]),
];

/** The files that the guide writes out, by their names. */
const files: ReadonlyMap<string, string> = new Map(
  Array.from(guide.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms), ([, name = '', text = '']) => [
    name,
    text,
  ]),
);

const { hana } = applicantExamples;
const { password } = hana;

/**
 * Walks from the registration to the application.
 * @param ask reads one of the mock's own pages, or posts to it
 * @param email an address nobody has registered
 * @returns her state then, and what was read of the picture and the receipt
 */
async function walk(
  client: Client,
  ask: (path: string, body?: object) => Promise<unknown>,
  email: string,
) {
  await client.register(toRegistration({ ...hana.register, email }));
  const [mail] = (await ask(`outbox.json?to=${encodeURIComponent(email)}`)) as { link: string }[];
  const activated = await client.activate(mail?.link.split('/').at(-1) ?? '');
  await client.createPassword(activated.token, { name: email, email, password });
  await client.login({ email, password });

  const { examDto } = await client.startExam();
  const key = (await ask(`exam-key.json?exam=${examDto.id}`)) as Record<string, number>;
  await client.submitExam({ id: examDto.id, results: toExamResults(Object.entries(key)) });

  const picture = makePng();
  const upload = (name: string, bytes: Uint8Array, type: string) =>
    client.upload(new File([Uint8Array.from(bytes)], name, { type }));
  const { paymentCode } = (await client.pendingPayment()).paymentDto;
  await client.payOffline({
    paymentCode,
    transactionReference: hana.transactionReference,
    bankAccount: (await client.bankAccounts())[0]?.account ?? '',
    attachmentUrl: await upload('receipt.png', picture, 'image/png'),
  });
  await ask('staff/verify', { email });

  const bio = { ...hana.bio, profilePicture: undefined, educationDocument: undefined };
  const stored = {
    profilePicture: await upload('me.png', picture, 'image/png'),
    educationDocument: await upload('grade-12.pdf', makePdf('Grade 12'), 'application/pdf'),
  };
  await client.saveBiography(toBioData(bio, stored));
  await client.saveEducation(toEducationData(hana.education));
  await client.saveContact(toContactData(hana.contact));
  const [offer] = await client.offers();
  await client.apply({ selectedBatchProgramId: Number(offer?.id) });

  const read = new Uint8Array(await (await client.readFile(stored.profilePicture)).arrayBuffer());
  const receipt = await client.receipt(paymentCode);
  return {
    state: (await client.profile(email)).status,
    isSamePicture: Buffer.compare(read, picture) === 0,
    isOwnReceipt: receipt.paymentCode === paymentCode,
  };
}
