import { type Connect, type ErrorBody, RefusedError } from '../client.ts';
import { createClient, createConfig } from '../src/hey-api/client/index.ts';
import * as operations from '../src/hey-api/index.ts';

export const connect: Connect = (baseUrl) => {
  let sessionToken = '';
  const client = createClient(createConfig({ baseUrl: baseUrl, auth: () => sessionToken }));
  return {
    register: async (body) => dataOrThrow(await operations.applicantsRegister({ client, body })),
    activate: async (linkToken) =>
      dataOrThrow(await operations.applicantsActivate({ client, path: { token: linkToken } })),
    createPassword: async (passwordToken, body) =>
      dataOrThrow(
        await operations.applicantsCreatePassword({
          client,
          path: { token: passwordToken },
          body,
        }),
      ),
    login: async (body) => {
      const loginResponse = dataOrThrow(await operations.authLogin({ client, body }));
      sessionToken = loginResponse.token;
      return loginResponse;
    },
    profile: async (email) =>
      dataOrThrow(await operations.applicantsGetByEmail({ client, path: { email } })),
    startExam: async () => dataOrThrow(await operations.examsCreate({ client })),
    submitExam: async (body) => dataOrThrow(await operations.examsSubmit({ client, body })),
    bankAccounts: async () => dataOrThrow(await operations.bankAccountsList({ client })),
    pendingPayment: async () => dataOrThrow(await operations.paymentsGetPending({ client })),
    upload: async (file) => dataOrThrow(await operations.filesUpload({ client, body: { file } })),
    readFile: async (fileName) =>
      dataOrThrow(await operations.filesGet({ client, path: { fileName } })),
    payOffline: async (body) => dataOrThrow(await operations.paymentsMakeOffline({ client, body })),
    saveBiography: async (body) =>
      dataOrThrow(await operations.applicantsSaveBioData({ client, body })),
    saveEducation: async (body) =>
      dataOrThrow(await operations.applicantsSaveEducationData({ client, body })),
    saveContact: async (body) =>
      dataOrThrow(await operations.applicantsSaveContactData({ client, body })),
    offers: async () => dataOrThrow(await operations.batchProgramsApplicable({ client })),
    apply: async (body) =>
      dataOrThrow(await operations.applicantsApplyForProgram({ client, body })),
    receipt: async (paymentCode) =>
      dataOrThrow(await operations.paymentsGetReceipt({ client, path: { paymentCode } })),
  };
};

function dataOrThrow<T>(result: { data?: T; error?: ErrorBody; response?: Response }): T {
  const { data, error, response } = result;
  if (!response?.ok) throw new RefusedError(response?.status ?? 0, error);
  return data as T;
}
