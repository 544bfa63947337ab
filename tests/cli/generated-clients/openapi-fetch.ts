import createClient from 'openapi-fetch';
import { type Connect, type ErrorBody, RefusedError } from './client.ts';
import type { paths } from './src/openapi-typescript.ts';

export const connect: Connect = (baseUrl) => {
  const client = createClient<paths>({ baseUrl: baseUrl });
  let sessionToken = '';
  client.use({
    onRequest({ request }) {
      if (sessionToken) request.headers.set('authorization', `Bearer ${sessionToken}`);
    },
  });
  return {
    register: async (body) => dataOrThrow(await client.POST('/applicants/public/apply', { body })),
    activate: async (linkToken) =>
      dataOrThrow(
        await client.POST(
          '/applicants/public/active/{token}',
          makePathParameters({ token: linkToken }),
        ),
      ),
    createPassword: async (passwordToken, body) =>
      dataOrThrow(
        await client.POST('/applicants/public/create_password/{token}', {
          ...makePathParameters({ token: passwordToken }),
          body,
        }),
      ),
    login: async (body) => {
      const loginResponse = dataOrThrow(await client.POST('/auth/public/login', { body }));
      sessionToken = loginResponse.token;
      return loginResponse;
    },
    profile: async (email) =>
      dataOrThrow(
        await client.GET('/applicants/private/get_by_email/{email}', makePathParameters({ email })),
      ),
    startExam: async () => dataOrThrow(await client.POST('/exams/private/create')),
    submitExam: async (body) =>
      dataOrThrow(await client.POST('/exams/private/submit_exam', { body })),
    bankAccounts: async () => dataOrThrow(await client.GET('/bank-accounts/private')),
    pendingPayment: async () =>
      dataOrThrow(await client.GET('/payments/private/get_pending_payment')),
    upload: async (file) => {
      const formData = new FormData();
      formData.set('file', file);
      return dataOrThrow(
        await client.POST('/files/private/upload_v2', {
          // The generated type of a file is `string`; the serializer sends the form instead.
          body: { file: file.name },
          bodySerializer: () => formData,
          parseAs: 'text',
        }),
      );
    },
    readFile: async (fileName) => {
      const readFileOptions = { ...makePathParameters({ fileName }), parseAs: 'blob' } as const;
      return dataOrThrow(await client.GET('/files/private/get_file_1/{fileName}', readFileOptions));
    },
    payOffline: async (body) =>
      dataOrThrow(await client.POST('/payments/private/make_offline_payment', { body })),
    saveBiography: async (body) =>
      dataOrThrow(await client.POST('/applicants/private/save_bio_data', { body })),
    saveEducation: async (body) =>
      dataOrThrow(await client.POST('/applicants/private/save_education_data', { body })),
    saveContact: async (body) =>
      dataOrThrow(await client.POST('/applicants/private/save_contact_data', { body })),
    offers: async () => dataOrThrow(await client.GET('/batch_programs/private/applicable')),
    apply: async (body) =>
      dataOrThrow(await client.POST('/applicants/private/apply_for_program', { body })),
    receipt: async (paymentCode) =>
      dataOrThrow(
        await client.GET(
          '/payments/private/get_receipt1/{paymentCode}',
          makePathParameters({ paymentCode }),
        ),
      ),
  };
};

/** The parameters of a path. */
const makePathParameters = <P>(path: P) => ({ params: { path } });

function dataOrThrow<T>({
  data,
  error,
  response,
}: {
  data?: T;
  error?: ErrorBody;
  response: Response;
}): T {
  if (!response.ok) throw new RefusedError(response.status, error);
  return data as T;
}
