/**
 * The lists from which the site builds its pages: not empty, with unique ids, and with the right entries
 * (specification/website §2; specification/journey §2, §3).
 */

import { limits } from '@one-planet/contract';
import { expectAccepted, makeFailure, makeSkip } from '../../checks/outcome.ts';
import { fieldsOf } from '../../core/json.ts';
import { recordSuccess } from '../applicant-walk.ts';
import { makeBlockBy } from '../blame.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioCheck,
  makeScenarioChecks,
} from '../check.ts';
import { findDuplicate, toLowerText } from '../expect.ts';
import type { ApiResponse } from '../http-messages.ts';

/** How many programs have their courses read; this needs no applicant. */
const maxRequestedPrograms = 40;
/** How many bank accounts or offers a check tries; each one needs an applicant of its own. */
const maxTriedEntries = 6;

const listings = [
  'programs.list',
  'bankAccounts.list',
  'batchPrograms.applicable',
  'contents.list',
] as const;
type Listing = (typeof listings)[number];

export const listChecks: readonly BackendCheck[] = makeScenarioChecks([
  ...listings.map(makeDistinctIdsCheck),
  {
    id: 'bankAccounts.list/one-active',
    sentence: 'bankAccounts.list MUST have an account that is ACTIVE.',
    run: async (context) => {
      const bankAccounts = await readList(context, 'bankAccounts.list');
      if (bankAccounts.some(({ status }) => status === 'ACTIVE')) return;
      const statusesText = bankAccounts.map(({ status }) => status).join(', ') || 'an empty list';
      throw makeFailure('an account with status ACTIVE', statusesText);
    },
  },
  {
    id: 'batchPrograms.applicable/something',
    sentence:
      'batchPrograms.applicable MUST offer a program to an applicant who is READY_TO_APPLY.',
    stage: 'READY_TO_APPLY',
    run: async (context) => {
      const offers = await readList(context, 'batchPrograms.applicable');
      if (offers.length === 0) throw makeFailure('a program to apply to', 'none');
    },
  },
  {
    id: 'bankAccounts.list/each-works',
    sentence: 'Every ACTIVE account of bankAccounts.list MUST take a deposit.',
    stage: 'TOOK_EXAM',
    movesApplicantOn: true,
    run: async (context) => {
      const listedAccounts = await context.referenceData.readBankAccounts();
      const activeAccounts = listedAccounts.filter(({ status }) => status === 'ACTIVE');
      for (const { account } of activeAccounts.slice(0, maxTriedEntries)) {
        const person = await context.lendPreparedFor('payments.makeOffline');
        person.bankAccount = account;
        const callText = `a deposit to the account ${account}`;
        const response = await context.sendAndExpectSuccess(
          person,
          'payments.makeOffline',
          callText,
        );
        await recordSuccess(person, response, context.helpers);
        const receiptResponse = await context.sendAs(person, 'payments.getReceipt');
        const { accountNumber } =
          receiptResponse.status < 300 ? fieldsOf(receiptResponse.json) : {};
        const expectedText = `the account ${account} on its receipt`;
        if ((accountNumber ?? '') !== '' && String(accountNumber) !== account)
          throw makeFailure(expectedText, `${accountNumber}`, receiptResponse);
      }
    },
  },
  {
    id: 'batchPrograms.applicable/each-works',
    sentence: 'Every program that is offered MUST take an application.',
    rule: 'application#apply',
    stage: 'READY_TO_APPLY',
    movesApplicantOn: true,
    run: async (context) => {
      let person = await context.lendPerson('READY_TO_APPLY');
      const offers = await context.referenceData.readOffers(person);
      for (const { id, program } of offers.slice(0, maxTriedEntries)) {
        if (person.stage !== 'READY_TO_APPLY') person = await context.lendPerson('READY_TO_APPLY');
        const choice = { selectedBatchProgramId: Number(id) };
        const response = await context.sendWith(person, 'applicants.applyForProgram', choice);
        expectAccepted(response, `an application for ${program.name}`);
        await recordSuccess(person, response, context.helpers);
      }
    },
  },
  {
    id: 'batchPrograms.applicable/listed',
    sentence: 'The programs that batchPrograms.applicable offers SHOULD be on programs.list.',
    rule: 'application#offered-programs-are-listed',
    stage: 'READY_TO_APPLY',
    run: async (context) => {
      const programs = await context.referenceData.readPrograms();
      const offers = await readList(context, 'batchPrograms.applicable');
      for (const { id, name } of offers.map(({ program }) => fieldsOf(program))) {
        const listedIds = programs
          .filter((program) => toLowerText(program.name) === toLowerText(name))
          .map((program) => String(program.id));
        if (listedIds.length === 0) throw makeFailure('programs of the list', `"${name}"`);
        if ((id ?? '') !== '' && !listedIds.includes(String(id)))
          throw makeFailure(`the id of "${name}" on the list`, `${id}`);
      }
    },
  },
  {
    id: 'programs.courses/own',
    sentence: 'programs.courses MUST list only the courses of the requested program.',
    run: async (context) => {
      const courseLists = await readCourseLists(context);
      const filledLists = courseLists.filter(({ courses }) => courses.length > 0);
      for (const { id, courses, response } of filledLists) {
        const isOfAnother = courses.some(({ programId = id }) => String(programId) !== String(id));
        const expectedText = `courses of the program ${id}`;
        if (isOfAnother) throw makeFailure(expectedText, 'courses that name another', response);
      }
      if (filledLists.length < 2) throw makeSkip('fewer than two programs have courses');
      if (new Set(filledLists.map(({ courses }) => JSON.stringify(courses))).size === 1)
        throw makeFailure('courses of the requested program', 'the same list for every program');
    },
  },
  {
    id: 'programs.courses/semesters',
    sentence: `programs.courses MUST number semesters from 1 to ${limits.catalogue.years * limits.catalogue.semestersPerYear}.`,
    rule: 'catalogue#semesters',
    run: async (context) => {
      const lastSemester = limits.catalogue.years * limits.catalogue.semestersPerYear;
      for (const { courses, response } of await readCourseLists(context)) {
        const oddSemester = courses
          .map(({ semesterNumber }) => Number(semesterNumber))
          .find((semester) => !(semester >= 1 && semester <= lastSemester));
        const expectedText = `semesters from 1 to ${lastSemester}`;
        if (oddSemester !== undefined)
          throw makeFailure(expectedText, `semester ${oddSemester}`, response);
      }
    },
  },
]);

/** Reads a list. A finding about the list can be repeated with the curl of this request. */
async function readList(
  context: CheckContext,
  operation: Listing,
): Promise<Record<string, unknown>[]> {
  const isForApplicants = operation === 'batchPrograms.applicable';
  const response = isForApplicants
    ? await context.sendAs(await context.lendPerson('READY_TO_APPLY'), operation)
    : await context.send(operation);
  if (Array.isArray(response.json)) return response.json.map(fieldsOf);
  throw makeBlockBy(operation, 'unusable answer', `${operation} answers no list`, response);
}

function makeDistinctIdsCheck(operation: Listing): BackendCheck {
  return makeScenarioCheck({
    id: `${operation}/distinct-ids`,
    sentence: `The entries of ${operation} MUST have distinct ids.`,
    rule: 'catalogue#each-id-once',
    ...(operation === 'batchPrograms.applicable' ? { stage: 'READY_TO_APPLY' } : {}),
    run: async (context) => {
      const ids = (await readList(context, operation)).map(({ id }) => String(id));
      const repeatedId = findDuplicate(ids);
      if (repeatedId !== undefined) throw makeFailure('distinct ids', `the id ${repeatedId} twice`);
    },
  });
}

interface CourseList {
  id: string | number;
  courses: Record<string, unknown>[];
  response: ApiResponse;
}

/** The courses of the first programs, one list for each program. */
export async function readCourseLists(context: CheckContext): Promise<CourseList[]> {
  const programs = (await context.referenceData.readPrograms()).slice(0, maxRequestedPrograms);
  const allCourses: CourseList[] = [];
  for (const { id } of programs) {
    const response = await context.send('programs.courses', { params: { programId: id } });
    if (!Array.isArray(response.json))
      throw makeBlockBy('programs.courses', 'unusable answer', 'no list of courses', response);
    allCourses.push({ id, courses: response.json.map(fieldsOf), response });
  }
  return allCourses;
}
