import createClient from 'openapi-fetch';
import { type Connect, Refused, type Said } from '../client.ts';
import type { paths } from '../src/openapi-typescript.ts';

export const connect: Connect = (base) => {
  const client = createClient<paths>({ baseUrl: base });
  let session = '';
  client.use({
    onRequest({ request }) {
      if (session) request.headers.set('authorization', `Bearer ${session}`);
    },
  });
  return {
    register: async (body) => done(await client.POST('/applicants/public/apply', { body })),
    activate: async (token) =>
      done(await client.POST('/applicants/public/active/{token}', at({ token }))),
    createPassword: async (token, body) =>
      done(
        await client.POST('/applicants/public/create_password/{token}', { ...at({ token }), body }),
      ),
    login: async (body) => {
      const answer = done(await client.POST('/auth/public/login', { body }));
      session = answer.token;
      return answer;
    },
    profile: async (email) =>
      done(await client.GET('/applicants/private/get_by_email/{email}', at({ email }))),
    startExam: async () => done(await client.POST('/exams/private/create')),
    submitExam: async (body) => done(await client.POST('/exams/private/submit_exam', { body })),
    bankAccounts: async () => done(await client.GET('/bank-accounts/private')),
    pendingPayment: async () => done(await client.GET('/payments/private/get_pending_payment')),
    upload: async (file) => {
      const form = new FormData();
      form.set('file', file);
      return done(
        await client.POST('/files/private/upload_v2', {
          // The type takes a file for text; the form below is what is sent.
          body: { file: file.name },
          bodySerializer: () => form,
          parseAs: 'text',
        }),
      );
    },
    readFile: async (fileName) => {
      const bytes = { ...at({ fileName }), parseAs: 'blob' } as const;
      return done(await client.GET('/files/private/get_file_1/{fileName}', bytes));
    },
    payOffline: async (body) =>
      done(await client.POST('/payments/private/make_offline_payment', { body })),
    saveBiography: async (body) =>
      done(await client.POST('/applicants/private/save_bio_data', { body })),
    saveEducation: async (body) =>
      done(await client.POST('/applicants/private/save_education_data', { body })),
    saveContact: async (body) =>
      done(await client.POST('/applicants/private/save_contact_data', { body })),
    offers: async () => done(await client.GET('/batch_programs/private/applicable')),
    apply: async (body) =>
      done(await client.POST('/applicants/private/apply_for_program', { body })),
    receipt: async (paymentCode) =>
      done(await client.GET('/payments/private/get_receipt1/{paymentCode}', at({ paymentCode }))),
  };
};

/** The parameters of a path. */
const at = <P>(path: P) => ({ params: { path } });

function done<T>({ data, error, response }: { data?: T; error?: Said; response: Response }): T {
  if (!response.ok) throw new Refused(response.status, error);
  return data as T;
}
