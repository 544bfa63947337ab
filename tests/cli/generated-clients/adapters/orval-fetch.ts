import { type Connect, type ErrorBody, RefusedError } from '../client.ts';
import { api } from '../src/api.ts';
import * as operations from '../src/orval-fetch.ts';

export const connect: Connect = (baseUrl) => {
  api.base = baseUrl;
  const requestOptions: { headers?: Record<string, string> } = {};
  return {
    register: async (body) => dataOrThrow(await operations.applicantsRegister(body)),
    activate: async (linkToken) => dataOrThrow(await operations.applicantsActivate(linkToken)),
    createPassword: async (passwordToken, body) =>
      dataOrThrow(await operations.applicantsCreatePassword(passwordToken, body)),
    login: async (body) => {
      const loginResponse = dataOrThrow(await operations.authLogin(body));
      requestOptions.headers = { authorization: `Bearer ${loginResponse.token}` };
      return loginResponse;
    },
    profile: async (email) =>
      dataOrThrow(await operations.applicantsGetByEmail(email, requestOptions)),
    startExam: async () => dataOrThrow(await operations.examsCreate(requestOptions)),
    submitExam: async (body) => dataOrThrow(await operations.examsSubmit(body, requestOptions)),
    bankAccounts: async () => dataOrThrow(await operations.bankAccountsList(requestOptions)),
    pendingPayment: async () => dataOrThrow(await operations.paymentsGetPending(requestOptions)),
    upload: async (file) => dataOrThrow(await operations.filesUpload({ file }, requestOptions)),
    readFile: async (name) => dataOrThrow(await operations.filesGet(name, requestOptions)),
    payOffline: async (body) =>
      dataOrThrow(await operations.paymentsMakeOffline(body, requestOptions)),
    saveBiography: async (body) =>
      dataOrThrow(await operations.applicantsSaveBioData(body, requestOptions)),
    saveEducation: async (body) =>
      dataOrThrow(await operations.applicantsSaveEducationData(body, requestOptions)),
    saveContact: async (body) =>
      dataOrThrow(await operations.applicantsSaveContactData(body, requestOptions)),
    offers: async () => dataOrThrow(await operations.batchProgramsApplicable(requestOptions)),
    apply: async (body) =>
      dataOrThrow(await operations.applicantsApplyForProgram(body, requestOptions)),
    receipt: async (paymentCode) =>
      dataOrThrow(await operations.paymentsGetReceipt(paymentCode, requestOptions)),
  };
};

type Success = 200 | 201 | 202 | 204;

function dataOrThrow<ClientResponse extends { status: number; data: unknown }>(
  response: ClientResponse,
): Extract<ClientResponse, { status: Success }>['data'] {
  if (response.status >= 400) throw new RefusedError(response.status, response.data as ErrorBody);
  return response.data as Extract<ClientResponse, { status: Success }>['data'];
}
