/** The router: one line per resource. */
import { applicants } from './applicants.ts';
import { auth } from './auth.ts';
import { contents } from './contents.ts';
import { toleratedRefusals } from './errors.ts';
import { exams } from './exams.ts';
import { files } from './files.ts';
import { bankAccounts, payments } from './payments.ts';
import { batchPrograms, programs } from './programs.ts';
import { c } from './route.ts';

/** What a backend should answer: success, and the refusals the specification names. The mock is typed by it. */
export const preferred = {
  applicants,
  auth,
  batchPrograms,
  programs,
  contents,
  exams,
  payments,
  bankAccounts,
  files,
};

/** What a client must be ready for: the same, plus every other refusal that is tolerated (decisions, section 1). */
export const contract = c.router(preferred, {
  strictStatusCodes: true,
  commonResponses: toleratedRefusals,
});

type Preferred = typeof preferred;
/** The names of all operations, `resource.operation`. */
export type ContractOperation = {
  [R in keyof Preferred]: `${R}.${Extract<keyof Preferred[R], string>}`;
}[keyof Preferred];
