/** orval's zod schemas around its fetch client: they check every request and every response with a body. */
import type { Connect } from '../client.ts';
import * as schemas from '../src/orval-zod.ts';
import { connect as connectFetch } from './orval-fetch.ts';

export const connect: Connect = (baseUrl) => {
  const client = connectFetch(baseUrl);
  return {
    register: (body) => client.register(schemas.ApplicantsRegisterBody.parse(body)),
    activate: async (linkToken) => {
      const params = schemas.ApplicantsActivateParams.parse({ token: linkToken });
      return schemas.ApplicantsActivateResponse.parse(await client.activate(params.token));
    },
    createPassword: (passwordToken, body) =>
      client.createPassword(
        schemas.ApplicantsCreatePasswordParams.parse({ token: passwordToken }).token,
        schemas.ApplicantsCreatePasswordBody.parse(body),
      ),
    login: async (body) =>
      schemas.AuthLoginResponse.parse(await client.login(schemas.AuthLoginBody.parse(body))),
    profile: async (email) => {
      const params = schemas.ApplicantsGetByEmailParams.parse({ email });
      return schemas.ApplicantsGetByEmailResponse.parse(await client.profile(params.email));
    },
    startExam: async () => schemas.ExamsCreateResponse.parse(await client.startExam()),
    submitExam: async (body) =>
      schemas.ExamsSubmitResponse.parse(
        await client.submitExam(schemas.ExamsSubmitBody.parse(body)),
      ),
    bankAccounts: async () => schemas.BankAccountsListResponse.parse(await client.bankAccounts()),
    pendingPayment: async () =>
      schemas.PaymentsGetPendingResponse.parse(await client.pendingPayment()),
    upload: async (file) => {
      schemas.FilesUploadBody.parse({ file });
      return schemas.FilesUploadResponse.parse(await client.upload(file));
    },
    // The schema of a file's bytes is `unknown`.
    readFile: (fileName) => client.readFile(schemas.FilesGetParams.parse({ fileName }).fileName),
    payOffline: (body) => client.payOffline(schemas.PaymentsMakeOfflineBody.parse(body)),
    saveBiography: (body) => client.saveBiography(schemas.ApplicantsSaveBioDataBody.parse(body)),
    saveEducation: (body) =>
      client.saveEducation(schemas.ApplicantsSaveEducationDataBody.parse(body)),
    saveContact: (body) => client.saveContact(schemas.ApplicantsSaveContactDataBody.parse(body)),
    offers: async () => schemas.BatchProgramsApplicableResponse.parse(await client.offers()),
    apply: (body) => client.apply(schemas.ApplicantsApplyForProgramBody.parse(body)),
    receipt: async (paymentCode) => {
      const params = schemas.PaymentsGetReceiptParams.parse({ paymentCode });
      return schemas.PaymentsGetReceiptResponse.parse(await client.receipt(params.paymentCode));
    },
  };
};
