/** Faults in the form or the values of what is answered. */
import type { OperationName } from '@one-planet/contract';
import {
  type Behaviour,
  changesBody,
  changesResponse,
  type Fault,
  faultsOf,
  htmlHeaders,
  wrapsHandler,
} from '../../../mocks/src/faults/fault.ts';
import { findAttempt } from '../../../mocks/src/world/exam-paper.ts';

const loginPageHtml =
  '<!DOCTYPE html>\n<html><head><title>Login</title></head><body><form action="/login" method="post"></form></body></html>\n';

/** Gives two entries of a list the same id. */
function repeatsId(
  sentence: string,
  operationName: 'programs.list' | 'bankAccounts.list' | 'batchPrograms.applicable',
): Behaviour {
  return changesBody(sentence, operationName, (list) =>
    (list as readonly { id: unknown }[]).map((entry, index, entries) =>
      index === 1 ? { ...entry, id: entries[0]?.id } : entry,
    ),
  );
}

const profileOperation: OperationName = 'applicants.getByEmail';

export const answerFaults: readonly Fault[] = faultsOf({
  'activation-status-early': changesBody(
    'Activation returns the status ACTIVATED before there is a password.',
    'applicants.activate',
    (body) => ({ ...body, status: 'ACTIVATED' }),
  ),
  'data-wrapped': changesBody(
    'The list of contents is wrapped in an object with the field data.',
    'contents.list',
    (contents) => ({ data: contents }),
  ),
  'question-ids-repeated': changesBody(
    'Two questions have the same id.',
    'exams.create',
    ({ examDto, examQuestionDtoList: [first, second, ...questions] }) => ({
      examDto,
      examQuestionDtoList: [first, { ...second, id: first?.id }, ...questions],
    }),
  ),
  'html-login-page': changesResponse(
    'Reading private data without a token is answered with 200 and a login page.',
    ({ operation: { meta, route }, request }, { status }) =>
      status === 401 &&
      meta.auth === 'bearer' &&
      route.method === 'GET' &&
      !request.headers.has('authorization'),
    () => ({ status: 200, body: loginPageHtml, headers: htmlHeaders }),
  ),
  'json-cut-off': changesResponse(
    'The list of bank accounts is cut off in the middle.',
    ({ operation }, { ok }) => operation.name === 'bankAccounts.list' && ok,
    async (response) => {
      const text = await response.text();
      return { body: text.slice(0, text.length / 2) };
    },
  ),
  'courses-of-all': changesBody(
    'A program has the courses of all programs.',
    'programs.courses',
    (_body, { world }) => world.courses.all().map(({ programId: _program, ...course }) => course),
  ),
  'applicable-empty': changesBody('No program is on offer.', 'batchPrograms.applicable', () => []),
  'activation-other-names': changesBody(
    'Activation answers the names of the first applicant.',
    'applicants.activate',
    (body, { world }) => {
      const { firstName, lastName } =
        world.people.all().find(({ role }) => role === 'ROLE_APPLICANT') ?? body;
      return { ...body, firstName: `${firstName}X`, lastName };
    },
  ),
  'biography-other-country': changesBody(
    'The biography has another country than was saved.',
    'applicants.getBioData',
    (body) => ({ ...body, countryOfResidence: body.countryOfResidence && 'Atlantis' }),
  ),
  'profile-other-nationality': changesBody(
    'The profile has another nationality than the biography.',
    'applicants.getByEmail',
    (body) => ({ ...body, nationality: body.nationality && 'Unknown' }),
  ),
  'application-status-stale': changesBody(
    'The profile names the state of the beginning as applicationStatus.',
    'applicants.getByEmail',
    (body) => ({ ...body, applicationStatus: 'ACTIVATED' }),
  ),
  'courses-twice': changesBody(
    'The first course of a program is listed twice.',
    'programs.courses',
    (list) => [...list.slice(0, 1), ...list],
  ),
  'content-ids-repeated': changesBody('Two contents have one id.', 'contents.list', (contents) =>
    contents.map((content) => ({ ...content, id: contents[0]?.id })),
  ),
  'exam-of-all': {
    sentence: 'Everybody is given one and the same exam.',
    ...wrapsHandler('exams.create', async (_call, next) => {
      const result = await next();
      if (result.status !== 201) return result;
      const body = result.body as { examDto: object };
      return { ...result, body: { ...body, examDto: { ...body.examDto, id: 77 } } };
    }),
  },
  'program-ids-repeated': repeatsId('Two programs have one id.', 'programs.list'),
  'bank-ids-repeated': repeatsId('Two bank accounts have one id.', 'bankAccounts.list'),
  'applicable-ids-repeated': repeatsId(
    'Two programs on offer have one id.',
    'batchPrograms.applicable',
  ),
  'no-active-bank': changesBody(
    'The status of every bank account is written in lower case.',
    'bankAccounts.list',
    (bankAccounts) =>
      bankAccounts.map((account) => ({ ...account, status: account.status.toLowerCase() })),
  ),
  'semesters-from-zero': changesBody('Semesters are counted from 0.', 'programs.courses', (list) =>
    list.map((course) => ({ ...course, semesterNumber: Number(course.semesterNumber) - 1 })),
  ),
  'profile-phone-cut': changesBody(
    'The profile has the phone without its last digit.',
    profileOperation,
    (profile) => ({
      ...profile,
      phone: profile.phone?.slice(0, -1),
    }),
  ),
  'one-code-for-all': changesBody(
    'The pending payment of everybody has the same code.',
    'payments.getPending',
    ({ paymentDto, bankAccountList }) => ({
      paymentDto: { ...paymentDto, paymentCode: 'OPC-00000000' },
      bankAccountList,
    }),
  ),
  'right-choice-marked': changesBody(
    'The choices of an exam carry a weight, which only the right ones have.',
    'exams.create',
    (exam, { world }) => {
      const attempt = findAttempt(world, Number(exam.examDto.id));
      const rightChoiceIds = new Set(
        attempt?.questions.flatMap(({ choices }) =>
          choices.filter(({ right }) => right).map(({ id }) => String(id)),
        ),
      );
      const examQuestionDtoList = exam.examQuestionDtoList.map((question) => ({
        ...question,
        questionDto: {
          ...question.questionDto,
          questionChoiceDtoList: question.questionDto.questionChoiceDtoList.map((choice) => ({
            ...choice,
            weight: rightChoiceIds.has(String(choice.id)) ? 1 : 0,
          })),
        },
      }));
      return { ...exam, examQuestionDtoList };
    },
  ),
  'amount-nothing': {
    sentence: 'What is due is nothing.',
    world: (world) => {
      const originalCreate = world.payments.create.bind(world.payments);
      world.payments.create = (payment) => originalCreate({ ...payment, amount: 0 });
    },
  },
  'pending-described-otherwise': changesBody(
    'What is pending is described in other words than by the result of the exam.',
    'payments.getPending',
    ({ paymentDto, ...body }) => ({
      ...body,
      paymentDto: { ...paymentDto, paymentDescription: 'Something else' },
    }),
  ),
  'receipt-dated-now': changesBody(
    'Every receipt is dated the moment in which it is read.',
    'payments.getReceipt',
    (body) => ({ ...body, datePaid: new Date().toISOString() }),
  ),
  'redirect-of-all': changesBody(
    'Every online payment leads to one and the same address.',
    'payments.payOnline',
    ({ redirect }) => ({ redirect: `${new URL(redirect).origin}/pay` }),
  ),
});
