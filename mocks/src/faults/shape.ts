/** Faults in the form of responses. */

import type { Exam } from '@one-planet/contract';
import {
  type Behaviour,
  type Call,
  changesBody,
  changesResponse,
  type Fault,
  faultsOf,
  htmlHeaders,
  jsonHeaders,
  textHeaders,
  wrapsHandler,
} from './fault.ts';

export const shapeFaults: readonly Fault[] = faultsOf({
  'role-missing': changesBody(
    'A login returns no roles.',
    'auth.login',
    ({ roles: _, ...body }) => body,
  ),
  'should-change-missing': changesBody(
    'A login does not say whether the password should be changed.',
    'auth.login',
    ({ shouldChangePassword: _, ...body }) => body,
  ),
  'activation-status-early': changesBody(
    'Activation returns the status ACTIVATED before there is a password.',
    'applicants.activate',
    (body) => ({ ...body, status: 'ACTIVATED' }),
  ),
  'state-in-lower-case': changesBody(
    'The profile names the state in lower case.',
    'applicants.getByEmail',
    (body) => ({ ...body, status: body.status.toLowerCase() }),
  ),
});

type Question = Exam['examQuestionDtoList'][number];

/** Gives the questions of a new exam another form. */
function changesQuestions(
  sentence: string,
  change: (question: Question, index: number, questions: readonly Question[]) => object,
): Behaviour {
  const withQuestionsOf = ({ examDto, examQuestionDtoList: questions }: Exam) => ({
    examDto,
    examQuestionDtoList: questions.map(change),
  });
  return changesBody(sentence, 'exams.create', withQuestionsOf);
}

/** @returns a question with other choices */
function withChoices(question: Question, choices: readonly object[]): object {
  return { ...question, questionDto: { ...question.questionDto, questionChoiceDtoList: choices } };
}

/** @returns a copy with a changed first entry */
function withFirstEntry<T extends object>(
  list: readonly T[],
  change: (entry: T) => object,
): object[] {
  return list.map((entry, index) => (index === 0 ? change(entry) : entry));
}

export const listShapeFaults: readonly Fault[] = faultsOf({
  'list-null': changesBody(
    'The list of programs is null instead of a list.',
    'programs.list',
    () => null,
  ),
  'data-wrapped': changesBody(
    'The list of contents is wrapped in an object with the field data.',
    'contents.list',
    (contents) => ({ data: contents }),
  ),
  'program-without-name': changesBody('One program has no name.', 'programs.list', (list) =>
    withFirstEntry(list, ({ name: _name, ...rest }) => rest),
  ),
  'exam-without-choices': changesQuestions(
    'One question of the exam has no choices.',
    (question, index) => (index === 0 ? withChoices(question, []) : question),
  ),
  'question-ids-repeated': changesQuestions(
    'Two questions have the same id.',
    (question, index, questions) =>
      index === 1 ? { ...question, id: questions[0]?.id } : question,
  ),
  'bio-summary-404': {
    sentence: 'Before the biography is saved, reading it is answered with 404.',
    ...wrapsHandler('applicants.getBioData', async ({ person }: Call, next) =>
      person?.bio ? await next() : { status: 404, body: 'There is no biography.' },
    ),
  },
});

const loginPageHtml =
  '<!DOCTYPE html>\n<html><head><title>Login</title></head><body><form action="/login" method="post"></form></body></html>\n';

export const formShapeFaults: readonly Fault[] = faultsOf({
  'json-as-text': changesResponse(
    'The list of programs is sent with the content type text/plain.',
    ({ operation }) => operation.name === 'programs.list',
    () => ({ headers: textHeaders }),
  ),
  'upload-as-object': changesResponse(
    'An upload returns an object instead of the stored name as text.',
    ({ operation }, { ok }) => operation.name === 'files.upload' && ok,
    async (response) => ({
      body: JSON.stringify({ fileName: await response.text() }),
      headers: jsonHeaders,
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
});
