import { type Connect, Refused, type Said } from '../client.ts';
import { api } from '../src/api.ts';
import * as operations from '../src/orval-fetch.ts';

export const connect: Connect = (base) => {
  api.base = base;
  const options: { headers?: Record<string, string> } = {};
  return {
    register: async (body) => done(await operations.applicantsRegister(body)),
    activate: async (token) => done(await operations.applicantsActivate(token)),
    createPassword: async (token, body) =>
      done(await operations.applicantsCreatePassword(token, body)),
    login: async (body) => {
      const answer = done(await operations.authLogin(body));
      options.headers = { authorization: `Bearer ${answer.token}` };
      return answer;
    },
    profile: async (email) => done(await operations.applicantsGetByEmail(email, options)),
    startExam: async () => done(await operations.examsCreate(options)),
    submitExam: async (body) => done(await operations.examsSubmit(body, options)),
    bankAccounts: async () => done(await operations.bankAccountsList(options)),
    pendingPayment: async () => done(await operations.paymentsGetPending(options)),
    upload: async (file) => done(await operations.filesUpload({ file }, options)),
    readFile: async (name) => done(await operations.filesGet(name, options)),
    payOffline: async (body) => done(await operations.paymentsMakeOffline(body, options)),
    saveBiography: async (body) => done(await operations.applicantsSaveBioData(body, options)),
    saveEducation: async (body) =>
      done(await operations.applicantsSaveEducationData(body, options)),
    saveContact: async (body) => done(await operations.applicantsSaveContactData(body, options)),
    offers: async () => done(await operations.batchProgramsApplicable(options)),
    apply: async (body) => done(await operations.applicantsApplyForProgram(body, options)),
    receipt: async (paymentCode) => done(await operations.paymentsGetReceipt(paymentCode, options)),
  };
};

type Success = 200 | 201 | 202 | 204;

function done<A extends { status: number; data: unknown }>(
  answer: A,
): Extract<A, { status: Success }>['data'] {
  if (answer.status >= 400) throw new Refused(answer.status, answer.data as Said);
  return answer.data as Extract<A, { status: Success }>['data'];
}
