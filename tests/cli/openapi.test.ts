/** The OpenAPI document in linters, Redoc and client generators, with the commands of docs/openapi.md. */
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
import { type RunningServer, serve } from '@one-planet/mocks/node';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf, makePng } from '../../cli/src/applicant/sample-files.ts';
import { installOnDemand } from '../support/installed-programs.ts';
import type { Client, Connect } from './generated-clients/client.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const runProgram = promisify(execFile);

let installFolder: string;
let folder: string;
beforeAll(async () => {
  installFolder = await installOnDemand(...guidePackages);
  // Inside the installation, so that the generated code and its client find the packages they import.
  folder = await mkdtemp(join(installFolder, 'work-'));
  await cp(join(root, 'sdk/openapi.json'), join(folder, 'openapi.json'));
  for (const [name, text] of guideFiles) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command of the guide as `npx` would. @returns its output */
async function runGuideCommand({ packageSpec, arguments: args }: Command): Promise<string> {
  const name = packageSpec.slice(0, packageSpec.lastIndexOf('@'));
  const manifestText = await readFile(
    join(installFolder, 'node_modules', name, 'package.json'),
    'utf8',
  );
  const { bin } = JSON.parse(manifestText) as { bin: string | Record<string, string> };
  const file = typeof bin === 'string' ? bin : Object.values(bin)[0];
  const script = join(installFolder, 'node_modules', name, file ?? '');
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  };
  const { stdout, stderr } = await runProgram(process.execPath, [script, ...args], {
    cwd: folder,
    env,
  });
  return `${stdout}${stderr}`;
}

const commandsOf = (packageName: string) =>
  guideCommands.filter(({ packageSpec }) => packageSpec.startsWith(`${packageName}@`));

test('Redoc builds a page from the OpenAPI document', async () => {
  const [build] = commandsOf('@redocly/cli').filter(
    ({ arguments: [subcommand] }) => subcommand !== 'lint',
  );
  await runGuideCommand(build as Command);
  expect(await readFile(join(folder, 'reference.html'), 'utf8')).toContain(
    'Mail another activation link',
  );
});

describe('linters find nothing in the OpenAPI document', () => {
  test('Redocly, with its recommended rules', async () => {
    const [lint] = commandsOf('@redocly/cli').filter(
      ({ arguments: [subcommand] }) => subcommand === 'lint',
    );
    const lintOutput = await runGuideCommand(lint as Command);
    expect(lintOutput).toContain('Your API description is valid');
    expect(lintOutput).not.toMatch(/warning(?!: Node)|error/i);
  });

  test('Spectral, with its rules for OpenAPI', async () => {
    const [lint] = commandsOf('@stoplight/spectral-cli');
    expect(await runGuideCommand(lint as Command)).toContain('No results');
  });
});

describe('the client made from the OpenAPI document', () => {
  let backend: RunningServer;
  beforeAll(async () => {
    backend = await serve(await createBackend());
    for (const command of commandsOf('openapi-typescript')) await runGuideCommand(command);
    await cp(join(root, 'tests/cli/generated-clients'), folder, { recursive: true });
  });
  afterAll(() => backend.close());

  test('compiles under strict', async () => {
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(strictConfig));
    const tscPath = join(root, 'node_modules/.bin/tsc');
    const { stdout } = await runProgram(tscPath, ['-p', folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });

  test('walks the journey to APPLIED, and throws the message of a refusal', async () => {
    const connect = await bundleClient();
    const email = 'generated+client@example.com';
    const journeyOutcome = await walkJourney(connect(`${backend.url}/api`), fetchFromMock, email);
    expect(journeyOutcome).toEqual({ state: 'APPLIED', isSamePicture: true, isOwnReceipt: true });
    const anonymousClient = connect(`${backend.url}/api`);
    const failedLogin = anonymousClient.login({
      email: 'nobody@example.com',
      password: 'Selam2025',
    });
    await expect(failedLogin).rejects.toMatchObject({
      status: 404,
      message: expect.stringMatching(/\w/),
    });
  });

  /** Requests a path below the mock's `/_mock/`: GET, or POST where there is a body. @returns its JSON */
  async function fetchFromMock(path: string, body?: object): Promise<unknown> {
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const postOptions = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    return (await fetch(`${backend.url}/_mock/${path}`, { headers, ...postOptions })).json();
  }
});

/** A tsconfig with `strict`, for a project that a bundler builds. */
const strictConfig = {
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
  include: ['*.ts', 'src'],
};

/** Bundles the client, because Node cannot import the generated TypeScript. */
async function bundleClient(): Promise<Connect> {
  const bundle = await rolldown({
    input: join(folder, 'openapi-fetch.ts'),
    platform: 'node',
    logLevel: 'silent',
  });
  const file = join(folder, 'built', 'openapi-fetch.mjs');
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  const { connect } = (await import(pathToFileURL(file).href)) as { connect: Connect };
  return connect;
}

const guideText = await readFile(new URL('../../docs/openapi.md', import.meta.url), 'utf8');

/** A command line of the guide: `npx package@version …`. */
interface Command {
  /** e.g. `orval@8.38.0` */
  packageSpec: string;
  arguments: readonly string[];
}

/** Every command line of the guide. */
const guideCommands: readonly Command[] = Array.from(
  guideText.matchAll(/^npx (\S+@[\d.]+) (.+)$/gm),
  ([, packageSpec = '', argumentText = '']) => ({
    packageSpec,
    arguments: argumentText.split(' '),
  }),
);

/** Every package that the guide runs or installs, as an argument of `npm install`. */
const guidePackages: readonly string[] = [
  ...new Set([
    ...guideCommands.map(({ packageSpec }) => packageSpec),
    ...Array.from(guideText.matchAll(/^npm install (.+)$/gm), ([, specs = '']) =>
      specs.split(' '),
    ).flat(),
  ]),
];

/** The contents of the files that the guide shows, by file name. */
const guideFiles: ReadonlyMap<string, string> = new Map(
  Array.from(guideText.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms), ([, name = '', text = '']) => [
    name,
    text,
  ]),
);

const { hana } = applicantExamples;
const { password } = hana;

/**
 * Walks from the registration to the application.
 * @param fetchFromMock requests a path below the mock's `/_mock/`: GET, or POST where there is a body
 * @param email an address that is not registered
 * @returns the applicant's state at the end, whether her picture is downloaded unchanged, and whether the receipt is
 * hers
 */
async function walkJourney(
  client: Client,
  fetchFromMock: (path: string, body?: object) => Promise<unknown>,
  email: string,
) {
  await client.register(toRegistration({ ...hana.register, email }));
  const [mail] = (await fetchFromMock(`outbox.json?to=${encodeURIComponent(email)}`)) as {
    link: string;
  }[];
  const activation = await client.activate(mail?.link.split('/').at(-1) ?? '');
  await client.createPassword(activation.token, { name: email, email, password });
  await client.login({ email, password });

  const { examDto } = await client.startExam();
  const answerKey = (await fetchFromMock(`exam-key.json?exam=${examDto.id}`)) as Record<
    string,
    number
  >;
  await client.submitExam({ id: examDto.id, results: toExamResults(Object.entries(answerKey)) });

  const pictureBytes = makePng();
  const upload = (name: string, bytes: Uint8Array, type: string) =>
    client.upload(new File([Uint8Array.from(bytes)], name, { type }));
  const { paymentCode } = (await client.pendingPayment()).paymentDto;
  await client.payOffline({
    paymentCode,
    transactionReference: hana.transactionReference,
    bankAccount: (await client.bankAccounts())[0]?.account ?? '',
    attachmentUrl: await upload('receipt.png', pictureBytes, 'image/png'),
  });
  await fetchFromMock('staff/verify', { email });

  const biography = { ...hana.bio, profilePicture: undefined, educationDocument: undefined };
  const storedFiles = {
    profilePicture: await upload('me.png', pictureBytes, 'image/png'),
    educationDocument: await upload('grade-12.pdf', makePdf('Grade 12'), 'application/pdf'),
  };
  await client.saveBiography(toBioData(biography, storedFiles));
  await client.saveEducation(toEducationData(hana.education));
  await client.saveContact(toContactData(hana.contact));
  const [offer] = await client.offers();
  await client.apply({ selectedBatchProgramId: Number(offer?.id) });

  const downloadedPicture = new Uint8Array(
    await (await client.readFile(storedFiles.profilePicture)).arrayBuffer(),
  );
  const receipt = await client.receipt(paymentCode);
  return {
    state: (await client.profile(email)).status,
    isSamePicture: Buffer.compare(downloadedPicture, pictureBytes) === 0,
    isOwnReceipt: receipt.paymentCode === paymentCode,
  };
}
