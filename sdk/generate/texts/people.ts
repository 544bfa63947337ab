/** What the applicants everybody plays send: the request examples of the document. */
import {
  applicantExamples,
  registerForm,
  toBioData,
  toContactData,
  toEducationData,
  toRegistration,
} from '@one-planet/contract';
import type { Example } from './types.ts';

/** Names of stored files, as an upload answers them. */
export const stored = {
  profilePicture: '0f8c5d0a9b2e4c61a7d3f1b25e6c9a84.png',
  educationDocument: '7be14d2c90a34f5e8d16c3a2b9f07e51.pdf',
  receipt: '3ac9e7d15b804f2692d7e6c0a1f4b385.jpg',
} as const;

/** Where one-time tokens stand in for something nobody can use. */
export const oneTimeToken = 'mV3kq8ZtR1yBw5XcN7pL';
export const profileId = 1042;
export const paymentCode = 'OPC-7Q4MZK';

export const { hana } = applicantExamples;
export const { email } = hana.register;

const shows = {
  hana: 'The usual applicant',
  abebe: 'Written in Ethiopic, with little that is optional',
  nuria: 'Long names and unusual countries',
} as const;

/** @returns the bodies that each of them sends in a step, by her name */
function each<V>(body: (applicant: (typeof applicantExamples)[keyof typeof shows]) => V) {
  const names = ['hana', 'abebe', 'nuria'] as const;
  return Object.fromEntries(
    names.map((name) => [name, { summary: shows[name], value: body(applicantExamples[name]) }]),
  ) as Record<(typeof names)[number], Example<V>>;
}

export const registrations = each(({ register }) => toRegistration(registerForm.parse(register)));
export const educations = each(({ education }) => toEducationData(education));
export const contacts = each(({ contact }) => toContactData(contact));
export const biographies = each(({ bio }) =>
  toBioData(
    { ...bio, profilePicture: undefined, educationDocument: undefined },
    { profilePicture: stored.profilePicture, educationDocument: stored.educationDocument },
  ),
);
