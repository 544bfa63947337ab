import { type Connect, Refused, type Said } from '../client.ts';
import { createClient, createConfig } from '../src/hey-api/client/index.ts';
import * as operations from '../src/hey-api/index.ts';

export const connect: Connect = (base) => {
  let token = '';
  const client = createClient(createConfig({ baseUrl: base, auth: () => token }));
  return {
    register: async (body) => done(await operations.applicantsRegister({ client, body })),
    activate: async (link) =>
      done(await operations.applicantsActivate({ client, path: { token: link } })),
    createPassword: async (link, body) =>
      done(await operations.applicantsCreatePassword({ client, path: { token: link }, body })),
    login: async (body) => {
      const answer = done(await operations.authLogin({ client, body }));
      token = answer.token;
      return answer;
    },
    profile: async (email) =>
      done(await operations.applicantsGetByEmail({ client, path: { email } })),
    startExam: async () => done(await operations.examsCreate({ client })),
    submitExam: async (body) => done(await operations.examsSubmit({ client, body })),
    bankAccounts: async () => done(await operations.bankAccountsList({ client })),
    pendingPayment: async () => done(await operations.paymentsGetPending({ client })),
    upload: async (file) => done(await operations.filesUpload({ client, body: { file } })),
    readFile: async (fileName) => done(await operations.filesGet({ client, path: { fileName } })),
    payOffline: async (body) => done(await operations.paymentsMakeOffline({ client, body })),
    saveBiography: async (body) => done(await operations.applicantsSaveBioData({ client, body })),
    saveEducation: async (body) =>
      done(await operations.applicantsSaveEducationData({ client, body })),
    saveContact: async (body) => done(await operations.applicantsSaveContactData({ client, body })),
    offers: async () => done(await operations.batchProgramsApplicable({ client })),
    apply: async (body) => done(await operations.applicantsApplyForProgram({ client, body })),
    receipt: async (paymentCode) =>
      done(await operations.paymentsGetReceipt({ client, path: { paymentCode } })),
  };
};

function done<T>(answer: { data?: T; error?: Said; response?: Response }): T {
  const { data, error, response } = answer;
  if (!response?.ok) throw new Refused(response?.status ?? 0, error);
  return data as T;
}
