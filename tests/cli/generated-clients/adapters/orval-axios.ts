import axios, { AxiosError, type AxiosResponse } from 'axios';
import { type Connect, RefusedError } from '../client.ts';
import { getOnePlanetAdmissionsAPI } from '../src/orval-axios.ts';

export const connect: Connect = (baseUrl) => {
  const axiosInstance = axios.create({ baseURL: baseUrl });
  const api = getOnePlanetAdmissionsAPI(axiosInstance);
  return {
    register: (body) => dataOrThrow(api.applicantsRegister(body)),
    activate: (linkToken) => dataOrThrow(api.applicantsActivate(linkToken)),
    createPassword: (passwordToken, body) =>
      dataOrThrow(api.applicantsCreatePassword(passwordToken, body)),
    login: async (body) => {
      const loginResponse = await dataOrThrow(api.authLogin(body));
      axiosInstance.defaults.headers.common.authorization = `Bearer ${loginResponse.token}`;
      return loginResponse;
    },
    profile: (email) => dataOrThrow(api.applicantsGetByEmail(email)),
    startExam: () => dataOrThrow(api.examsCreate()),
    submitExam: (body) => dataOrThrow(api.examsSubmit(body)),
    bankAccounts: () => dataOrThrow(api.bankAccountsList()),
    pendingPayment: () => dataOrThrow(api.paymentsGetPending()),
    upload: (file) => dataOrThrow(api.filesUpload({ file })),
    // In Node, axios returns a Blob only with its fetch adapter.
    readFile: (name) => dataOrThrow(api.filesGet(name, { adapter: 'fetch' })),
    payOffline: (body) => dataOrThrow(api.paymentsMakeOffline(body)),
    saveBiography: (body) => dataOrThrow(api.applicantsSaveBioData(body)),
    saveEducation: (body) => dataOrThrow(api.applicantsSaveEducationData(body)),
    saveContact: (body) => dataOrThrow(api.applicantsSaveContactData(body)),
    offers: () => dataOrThrow(api.batchProgramsApplicable()),
    apply: (body) => dataOrThrow(api.applicantsApplyForProgram(body)),
    receipt: (paymentCode) => dataOrThrow(api.paymentsGetReceipt(paymentCode)),
  };
};

async function dataOrThrow<T>(responsePromise: Promise<AxiosResponse<T>>): Promise<T> {
  try {
    return (await responsePromise).data;
  } catch (error) {
    if (!(error instanceof AxiosError) || !error.response) throw error;
    throw new RefusedError(error.response.status, error.response.data);
  }
}
