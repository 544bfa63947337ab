/** Every operation of the contract through the SDK, strictly validated, in every named dialect. */
import {
  applicantExamples,
  findOperation,
  namedDialects,
  operations,
  toBioData,
  toContactData,
  toEducationData,
  toExamResults,
  toOfflinePayment,
  toRegistration,
} from '@one-planet/contract';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { createClient, type Exchange, unwrap } from '@one-planet/sdk';
import { expect, test } from 'vitest';
import { makePdf, makePng } from '../../cli/src/applicant/sample-files.ts';

const { hana } = applicantExamples;
const { email } = hana.register;
const params = { email };

for (const [name, dialect] of Object.entries(namedDialects)) {
  test(`all ${operations.length} operations succeed in the ${name} dialect, as their schemas say`, async () => {
    const mock = await serve(await createBackend({ dialect }));
    const exchanges: Exchange[] = [];
    let token: string | undefined;
    const session = { token: () => token };
    const onExchange = (exchange: Exchange) => exchanges.push(exchange);
    const client = createClient({
      baseUrl: mock.url,
      dialect,
      session,
      onExchange,
      validate: 'strict',
    });
    const desk = async (path: string, body?: object) =>
      (await fetch(`${mock.url}/_mock/${path}`, {
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      }).then((answer) => answer.json())) as never;
    const mail = async () =>
      (
        (await desk(`outbox.json?to=${encodeURIComponent(email)}`)) as {
          link: string;
          temporaryPassword: string;
        }[]
      )[0];
    const logIn = async (password: string) => {
      token = (await unwrap(client.auth.login({ body: { email, password } }))).token;
    };
    const upload = (bytes: Uint8Array, file: string) =>
      unwrap(client.files.upload({ body: { file: { name: file, data: bytes } } }));

    try {
      await unwrap(client.programs.list());
      await unwrap(client.contents.list());
      await unwrap(client.bankAccounts.list());
      const [program] = await unwrap(client.programs.list());
      await unwrap(client.programs.courses({ params: { programId: program?.id ?? '' } }));

      await unwrap(client.applicants.register({ body: toRegistration(hana.register) }));
      await unwrap(client.applicants.resendEmail({ params, body: params }));
      const link = (await mail())?.link ?? '';
      const activated = await unwrap(
        client.applicants.activate({
          params: { token: link.split('/').at(-1) ?? '' },
          body: undefined,
        }),
      );
      const first = { name: email, email, password: hana.password };
      await unwrap(
        client.applicants.createPassword({ params: { token: activated.token }, body: first }),
      );
      await unwrap(client.auth.forgotPassword({ body: { email } }));
      await logIn((await mail())?.temporaryPassword ?? '');
      await unwrap(client.auth.changePassword({ body: { email, password: 'Changed2025' } }));
      await logIn('Changed2025');

      const profile = await unwrap(client.applicants.getByEmail({ params }));
      const applicantId = profile.id ?? '';
      const names = {
        firstName: 'Hana',
        middleName: 'T',
        lastName: 'Bekele',
        phone: '+251911000000',
      };
      await unwrap(
        client.applicants.editProfile({ params: { applicantId }, body: { ...names, email } }),
      );
      await unwrap(client.auth.updateUser({ body: { phone: '+251911000001' } }));
      expect(await unwrap(client.auth.getUser({ params: { userId: applicantId } }))).toMatchObject({
        ...names,
        phone: '+251911000001',
      });
      await unwrap(client.applicants.getBioData());

      const exam = await unwrap(client.exams.create());
      const key = (await desk(`exam-key.json?exam=${exam.examDto.id}`)) as Record<string, number>;
      const results = toExamResults(Object.entries(key));
      await unwrap(client.exams.submit({ body: { id: exam.examDto.id, results } }));
      const { paymentDto, bankAccountList } = await unwrap(client.payments.getPending());
      const price = Number(paymentDto.paymentAmount);
      await unwrap(
        client.payments.payOnline({
          body: { price, currency: 'ETB', method: 'arifpay', intent: 'SALE', description: '' },
        }),
      );
      const form = {
        paymentCode: paymentDto.paymentCode,
        paymentBank: bankAccountList?.[0]?.account ?? '',
        txnRefNumber: 'FT25',
        receiptFile: undefined,
      };
      const receipt = await upload(makePng(), 'receipt.png');
      await unwrap(client.payments.makeOffline({ body: toOfflinePayment(form, receipt) }));
      await unwrap(client.payments.getReceipt({ params: { paymentCode: paymentDto.paymentCode } }));
      await desk('staff/verify', { email });

      const files = {
        profilePicture: await upload(makePng(), 'me.png'),
        educationDocument: await upload(makePdf('Grade 12'), 'g12.pdf'),
      };
      await unwrap(client.files.get({ params: { fileName: files.profilePicture } }));
      const bio = { ...hana.bio, profilePicture: undefined, educationDocument: undefined };
      await unwrap(
        client.applicants.saveBioData({ body: toBioData(bio, { id: applicantId, ...files }) }),
      );
      await unwrap(client.applicants.saveEducationData({ body: toEducationData(hana.education) }));
      await unwrap(client.applicants.saveContactData({ body: toContactData(hana.contact) }));
      const [offered] = await unwrap(client.batchPrograms.applicable());
      await unwrap(
        client.applicants.applyForProgram({
          body: { selectedBatchProgramId: Number(offered?.id) },
        }),
      );
      expect((await unwrap(client.applicants.getByEmail({ params }))).status).toBe('APPLIED');
    } finally {
      await mock.close();
    }

    const called = new Map(exchanges.map(({ operation, status }) => [operation, status]));
    expect([...called.keys()].sort(), 'This test calls every operation once').toEqual(
      operations.map((operation) => operation.name).sort(),
    );
    for (const [operation, status] of called)
      expect(status, operation).toBe(findOperation(operation)?.meta.success);
  });
}
