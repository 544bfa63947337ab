/** Every operation of the contract through the SDK, strictly validated, in every named dialect. */
import {
  applicantExamples,
  findOperation,
  namedDialects,
  type OperationName,
  operations,
  toExamResults,
} from '@one-planet/contract';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { type Client, createClient } from '@one-planet/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { callFor, functionOf, type Known } from '../../cli/src/applicant/calls.ts';
import { sampleFiles, toUpload } from '../../cli/src/applicant/sample-files.ts';

const { hana } = applicantExamples;
const { email } = hana.register;

interface Outside {
  /** Reads one of the mock's own pages, or posts to it. */
  ask: (path: string, body?: object) => Promise<Answer>;
  client: Client;
}
// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is the SDK's to validate
type Answer = any;

/** Every operation, in an order in which all succeed, with what its answer says for those that come after it. */
const walk: [
  name: OperationName,
  learn?: (body: Answer, outside: Outside) => Partial<Known> | Promise<Partial<Known>>,
][] = [
  ['contents.list'],
  ['programs.list', ([{ id }]) => ({ programId: id })],
  ['programs.courses'],
  ['bankAccounts.list', ([{ account }]) => ({ bankAccount: account })],
  ['applicants.register'],
  [
    'applicants.resendEmail',
    async (_, { ask }) => ({ activationToken: await mailed('link', ask) }),
  ],
  ['applicants.activate', ({ token }) => ({ passwordToken: token })],
  ['applicants.createPassword'],
  [
    'auth.forgotPassword',
    async (_, { ask }) => ({ password: await mailed('temporaryPassword', ask) }),
  ],
  // From then on it is the password of the calls.
  ['auth.login', () => ({ password: 'Changed2025' })],
  ['auth.changePassword'],
  ['auth.login'],
  ['applicants.getByEmail', ({ id }) => ({ id })],
  ['applicants.editProfile'],
  ['auth.updateUser'],
  ['auth.getUser'],
  ['applicants.getBioData'],
  [
    'exams.create',
    async ({ examDto: { id } }, { ask }) => {
      const key = await ask(`exam-key.json?exam=${id}`);
      return { answers: { id, results: toExamResults(Object.entries(key)) } };
    },
  ],
  ['exams.submit'],
  [
    'payments.getPending',
    ({ paymentDto: { paymentCode: code, paymentAmount } }) => ({
      payment: { code, amount: Number(paymentAmount), description: '' },
    }),
  ],
  ['payments.payOnline'],
  [
    'files.upload',
    async (picture, { client }) => {
      const file = toUpload(sampleFiles.educationDocument);
      const { body: pdf } = await client.files.upload({ body: { file } });
      return { files: { receipt: picture, profilePicture: picture, educationDocument: `${pdf}` } };
    },
  ],
  ['files.get'],
  ['payments.makeOffline'],
  ['payments.getReceipt', (_, { ask }) => ask('staff/verify', { email }).then(() => ({}))],
  ['applicants.saveBioData'],
  ['applicants.saveEducationData'],
  ['applicants.saveContactData'],
  ['batchPrograms.applicable', ([{ id }]) => ({ offerId: Number(id) })],
  ['applicants.applyForProgram'],
];

/** The last part of a link, or the password, of her newest mail. */
async function mailed(what: 'link' | 'temporaryPassword', ask: Outside['ask']): Promise<string> {
  const [mail] = await ask(`outbox.json?to=${encodeURIComponent(email)}`);
  return mail[what].split('/').at(-1);
}

test('the walk calls every operation', () => {
  expect(new Set(walk.map(([name]) => name))).toEqual(new Set(operations.map(({ name }) => name)));
});

test.each(Object.entries(namedDialects))(
  'all operations succeed in the %s dialect, as their schemas say',
  async (_name, dialect) => {
    const mock = await serve(await createBackend({ dialect }));
    onTestFinished(mock.close);
    let token: string | undefined;
    const session = { token: () => token };
    const client = createClient({ baseUrl: mock.url, dialect, session, validate: 'strict' });
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const ask: Outside['ask'] = async (path, body) => {
      const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
      return (await fetch(`${mock.url}/_mock/${path}`, { headers, ...sent })).json();
    };
    const { password, transactionReference } = hana;
    const known: Known = { input: hana, email, password, transactionReference, files: {} };
    for (const [name, learn] of walk) {
      const { status, body } = await functionOf(client, name)(callFor(name, known));
      expect(status, name).toBe(findOperation(name)?.meta.success);
      if (name === 'auth.login') token = (body as Answer).token;
      Object.assign(known, await learn?.(body, { ask, client }));
    }
    const profile = await client.applicants.getByEmail({ params: { email } });
    expect(profile.body).toMatchObject({ status: 'APPLIED' });
  },
);
