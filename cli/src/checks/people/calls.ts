/** A valid call for an applicant of the run: what it needs beyond her is asked for, or uploaded, first. */
import {
  activatesWithPassword,
  type Dialect,
  type FileKind,
  type OperationName,
  toExamResults,
} from '@one-planet/contract';
import { callFor, type Known } from '../../applicant/calls.ts';
import { rightAnswers } from '../../applicant/exam-answers.ts';
import { makePdf } from '../../applicant/files/pdf.ts';
import { makePng } from '../../applicant/files/png.ts';
import { sampleFiles, type UploadFile } from '../../applicant/sample-files.ts';
import { Blocked, Skipped, Stuck } from '../outcome.ts';
import type { ReferenceData } from '../reference-data.ts';
import { describeReply, type Reply, readStoredName } from '../wire/reply.ts';
import type { Call } from '../wire/request.ts';
import type { Send } from '../wire/sender.ts';
import type { Person } from './person.ts';
import type { Steps } from './steps.ts';

/** What calls are made from. */
export interface Sources {
  reference: ReferenceData;
  send: Send;
  dialect: Dialect;
  steps: Steps;
}

type Need = (person: Person, sources: Sources) => Promise<Partial<Known>> | Partial<Known>;

const files =
  (...kinds: FileKind[]): Need =>
  async (person, sources) => {
    for (const kind of kinds) await storedFile(person, kind, sources);
    return { files: person.files };
  };

const id: Need = ({ id }) => {
  if (id !== undefined) return { id };
  throw new Skipped('the profile has no id, which the address needs');
};

const needs: Partial<Record<OperationName, Need>> = {
  'applicants.activate': (_, { dialect }) => ({
    activatesWithPassword: activatesWithPassword(dialect),
  }),
  'applicants.editProfile': id,
  'auth.getUser': id,
  'applicants.saveBioData': files('profilePicture', 'educationDocument'),
  'files.get': files('profilePicture'),
  'applicants.applyForProgram': async ({ token }, { reference }) => ({
    offerId: Number((await reference.offers(token))[0]?.id),
  }),
  'programs.courses': async (_, { reference }) => {
    const [program] = await reference.programs();
    if (program) return { programId: program.id };
    throw new Skipped('the backend has no program');
  },
  'exams.submit': async ({ exam }, { reference }) => {
    if (!exam) return {};
    const results = toExamResults(rightAnswers(exam, await reference.answerKey()));
    return { answers: { id: exam.examDto.id, results } };
  },
  'payments.makeOffline': async (person, sources) => ({
    bankAccount: (await sources.reference.bank()).account,
    ...(await files('receipt')(person, sources)),
  }),
};

/**
 * A valid call of an operation, with her token.
 * @throws {Blocked | Skipped} where what it needs cannot be had
 */
export async function callOf(
  operation: OperationName,
  person: Person,
  sources: Sources,
): Promise<Call> {
  const needed = await needs[operation]?.(person, sources);
  const own = { token: person.token, by: person.number, about: person.number };
  if (operation === 'files.upload') return { file: fileOf(person, 'profilePicture'), ...own };
  const known = { ...person, ...needed };
  // A backend may refuse the password she has.
  if (operation === 'auth.changePassword') known.password = nextPassword(person);
  const { params, body } = callFor(operation, known);
  return { params, body, ...own };
}

/** What a valid call of changePassword changes it to. */
export function nextPassword({ password }: Person): string {
  return `${password}Z1`;
}

/** Hers alone, as real files are: a backend may keep equal files once. */
function fileOf({ number }: Person, kind: FileKind): UploadFile {
  const bytes =
    kind === 'educationDocument'
      ? makePdf(`Grade 12 certificate ${number}`)
      : makePng(64 + number, kind === 'receipt' ? 200 : 90);
  return { ...sampleFiles[kind], bytes };
}

/** An answer that has not what it is asked for. @returns what blocks the check */
export function unusable(reply: Reply, why: string): Blocked {
  const { operation, status } = reply;
  const Kind = status < 300 ? Stuck : Blocked;
  return new Kind(`${operation}/answers`, `${operation} ${why}: ${describeReply(reply)}`);
}

/** The name under which one of her files is stored; it is uploaded when it is first asked for. */
export async function storedFile(
  person: Person,
  kind: FileKind,
  { send, steps }: Sources,
): Promise<string> {
  const known = person.files[kind];
  if (known !== undefined) return known;
  const { token, number } = person;
  const call = { file: fileOf(person, kind), token, by: number, about: number };
  const name = await steps.take('files.upload', person, async () => {
    const reply = await send('files.upload', call);
    const stored = readStoredName(reply);
    if (stored !== undefined) return stored;
    throw unusable(reply, 'answers no name');
  });
  person.files[kind] = name;
  return name;
}
