import { applicantStates, id } from '@one-planet/contract';
import { z } from 'zod';
import { accountNames } from './accounts.ts';
import { applicationNames } from './application.ts';
import { catalogueNames } from './catalogue.ts';
import { type Named, named } from './named.ts';
import { paymentNames } from './payments.ts';
import { stateTexts } from './states.ts';

/** Every named schema by its name. */
export const names: Readonly<Record<string, Named>> = {
  ...accountNames,
  ...applicationNames,
  ...catalogueNames,
  ...paymentNames,
  Id: named(
    id,
    'An identifier that the backend made: a whole number or text, to be kept as it is.',
  ),
  ApplicantState: named(
    z.enum(applicantStates),
    `Where an applicant is, in the order of the application:\n\n${applicantStates
      .map((state) => `- \`${state}\`: ${stateTexts[state]}`)
      .join(
        '\n',
      )}\n\nA backend may answer states that are not listed: show them as they are, and do nothing about them.`,
  ),
};

/** Fields that are text in the contract, which bears with any state, and named in the document. */
export const stateFields: Readonly<Record<string, string>> = {
  Activation: 'status',
  Profile: 'status',
};
