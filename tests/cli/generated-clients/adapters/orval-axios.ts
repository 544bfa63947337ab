import axios, { AxiosError, type AxiosResponse } from 'axios';
import { type Connect, Refused } from '../client.ts';
import { getOnePlanetAdmissionsAPI } from '../src/orval-axios.ts';

export const connect: Connect = (base) => {
  const http = axios.create({ baseURL: base });
  const api = getOnePlanetAdmissionsAPI(http);
  return {
    register: (body) => done(api.applicantsRegister(body)),
    activate: (token) => done(api.applicantsActivate(token)),
    createPassword: (token, body) => done(api.applicantsCreatePassword(token, body)),
    login: async (body) => {
      const answer = await done(api.authLogin(body));
      http.defaults.headers.common.authorization = `Bearer ${answer.token}`;
      return answer;
    },
    profile: (email) => done(api.applicantsGetByEmail(email)),
    startExam: () => done(api.examsCreate()),
    submitExam: (body) => done(api.examsSubmit(body)),
    bankAccounts: () => done(api.bankAccountsList()),
    pendingPayment: () => done(api.paymentsGetPending()),
    upload: (file) => done(api.filesUpload({ file })),
    // Only by fetch does axios make a Blob in Node.
    readFile: (name) => done(api.filesGet(name, { adapter: 'fetch' })),
    payOffline: (body) => done(api.paymentsMakeOffline(body)),
    saveBiography: (body) => done(api.applicantsSaveBioData(body)),
    saveEducation: (body) => done(api.applicantsSaveEducationData(body)),
    saveContact: (body) => done(api.applicantsSaveContactData(body)),
    offers: () => done(api.batchProgramsApplicable()),
    apply: (body) => done(api.applicantsApplyForProgram(body)),
    receipt: (paymentCode) => done(api.paymentsGetReceipt(paymentCode)),
  };
};

async function done<T>(call: Promise<AxiosResponse<T>>): Promise<T> {
  try {
    return (await call).data;
  } catch (error) {
    if (!(error instanceof AxiosError) || !error.response) throw error;
    throw new Refused(error.response.status, error.response.data);
  }
}
