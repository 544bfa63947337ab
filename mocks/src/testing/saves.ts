/** The forms of an application, each right but for a change: what a fault then makes of it. */
import { applicantExamples, toContactData, toEducationData } from '@one-planet/contract';
import { register, registrationOf } from './journey.ts';
import { statusOf } from './observe.ts';
import { biography } from './payloads.ts';
import type { Session } from './session.ts';

const { hana } = applicantExamples;
/** Of somebody who is not registered yet. */
const email = 'new@example.com';

export const registers = (change: object) =>
  statusOf('applicants.register', { body: { ...registrationOf(email), ...change } });

export const creates = (password: string) => async (session: Session) => {
  const link = { token: await register(session, email) };
  const { token } = (await session.call('applicants.activate', { params: link })).body;
  const body = { name: email, email, password };
  return (await session.call('applicants.createPassword', { params: { token }, body })).status;
};

export const savesBio = (change: object) =>
  statusOf('applicants.saveBioData', {
    state: 'BIOGRAPHIC_APPLICANT',
    body: async (session, token) => ({ ...(await biography(session, token)), ...change }),
  });

export const savesEducation = (change: object) =>
  statusOf('applicants.saveEducationData', {
    state: 'BIOGRAPHIC_APPLICANT2',
    body: { ...toEducationData(hana.education), ...change },
  });

export const savesContact = (change: object) =>
  statusOf('applicants.saveContactData', {
    state: 'BIOGRAPHIC_APPLICANT3',
    body: { ...toContactData(hana.contact), ...change },
  });
