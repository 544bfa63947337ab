/** Schemas and descriptions that several operations share. */
import { z } from 'zod';
import { type ApplicantInput, applicantExamples } from '../examples.ts';
import { id } from '../fields.ts';
import { applicantStates, stateMeanings } from '../lifecycle.ts';
import { nameSchema } from '../operation.ts';

nameSchema(
  'Id',
  'An identifier that the backend made: a whole number or text, to be kept as it is.',
  id,
);

/** An object without fields; PHP writes it as an empty list. */
const emptyObjectSchema = z.union([z.object({}).strict(), z.array(z.unknown()).max(0)]);

/**
 * An object of a response that may be absent, null or empty. An empty one has the type of the full one, because reading
 * a field of either gives `undefined` where the field is missing.
 */
export function makeOptionalObjectSchema<S extends z.AnyZodObject>(schema: S) {
  return z.union([schema, emptyObjectSchema as unknown as S]).nullish();
}

/** The state of an applicant in a response: a backend may return states that the contract does not have. */
export const applicantStatusSchema = nameSchema(
  'ApplicantState',
  `Where an applicant is, in the order of the application:\n\n${applicantStates
    .map((state) => `- \`${state}\`: ${stateMeanings[state]}`)
    .join(
      '\n',
    )}\n\nA backend may answer states that are not listed: show them as they are, and do nothing about them.`,
  z.string(),
);

export const exampleProfileId = 1042;
export const examplePaymentCode = 'OPC-7Q4MZK';

/** The names of stored files, as the response to an upload contains them. */
export const storedNameExamples = {
  profilePicture: '0f8c5d0a9b2e4c61a7d3f1b25e6c9a84.png',
  educationDocument: '7be14d2c90a34f5e8d16c3a2b9f07e51.pdf',
  receipt: '3ac9e7d15b804f2692d7e6c0a1f4b385.jpg',
} as const;

const exampleSummaries = {
  hana: 'The usual applicant',
  abebe: 'Written in Ethiopic, with little that is optional',
  nuria: 'Long names and unusual countries',
} as const;

/** @returns the request body that each of the example applicants sends in a step, by her name */
export function makeRequestExamples(makeBody: (applicant: ApplicantInput) => unknown) {
  return Object.fromEntries(
    Object.entries(exampleSummaries).map(([name, summary]) => [
      name,
      { summary, value: makeBody(applicantExamples[name as keyof typeof exampleSummaries]) },
    ]),
  );
}
