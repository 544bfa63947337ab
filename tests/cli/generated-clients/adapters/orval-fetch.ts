import { type Connect, type ErrorBody, RefusedError } from '../client.ts';
import { api } from '../src/api.ts';
import * as operations from '../src/orval-fetch.ts';

export const connect: Connect = (baseUrl) => {
  api.base = baseUrl;
  const options: { headers?: Record<string, string> } = {};
  return {
    register: async (body) => dataOrThrow(await operations.applicantsRegister(body)),
    activate: async (token) => dataOrThrow(await operations.applicantsActivate(token)),
    createPassword: async (token, body) =>
      dataOrThrow(await operations.applicantsCreatePassword(token, body)),
    login: async (body) => {
      const session = dataOrThrow(await operations.authLogin(body));
      options.headers = { authorization: `Bearer ${session.token}` };
      return session;
    },
    profile: async (email) => dataOrThrow(await operations.applicantsGetByEmail(email, options)),
    startExam: async () => dataOrThrow(await operations.examsCreate(options)),
    submitExam: async (body) => dataOrThrow(await operations.examsSubmit(body, options)),
    bankAccounts: async () => dataOrThrow(await operations.bankAccountsList(options)),
    pendingPayment: async () => dataOrThrow(await operations.paymentsGetPending(options)),
    upload: async (file) => dataOrThrow(await operations.filesUpload({ file }, options)),
    readFile: async (name) => dataOrThrow(await operations.filesGet(name, options)),
    payOffline: async (body) => dataOrThrow(await operations.paymentsMakeOffline(body, options)),
    saveBiography: async (body) =>
      dataOrThrow(await operations.applicantsSaveBioData(body, options)),
    saveEducation: async (body) =>
      dataOrThrow(await operations.applicantsSaveEducationData(body, options)),
    saveContact: async (body) =>
      dataOrThrow(await operations.applicantsSaveContactData(body, options)),
    offers: async () => dataOrThrow(await operations.batchProgramsApplicable(options)),
    apply: async (body) => dataOrThrow(await operations.applicantsApplyForProgram(body, options)),
    receipt: async (paymentCode) =>
      dataOrThrow(await operations.paymentsGetReceipt(paymentCode, options)),
  };
};

type Success = 200 | 201 | 202 | 204;

function dataOrThrow<ClientResponse extends { status: number; data: unknown }>(
  response: ClientResponse,
): Extract<ClientResponse, { status: Success }>['data'] {
  if (response.status >= 400) throw new RefusedError(response.status, response.data as ErrorBody);
  return response.data as Extract<ClientResponse, { status: Success }>['data'];
}
