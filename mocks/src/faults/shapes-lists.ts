/** Lists and their entries in the wrong shape. */
import type { Exam } from '@one-planet/contract';
import { around, changesBody } from './answers.ts';
import type { Call, Fault } from './fault.ts';

type Question = Exam['examQuestionDtoList'][number];

/** The questions of a created exam come in the wrong shape. */
function changesQuestions(
  name: string,
  sentence: string,
  change: (question: Question, at: number, all: readonly Question[]) => object,
): Fault {
  const inExam = ({ examDto, examQuestionDtoList: all }: Exam) => ({
    examDto,
    examQuestionDtoList: all.map(change),
  });
  return changesBody(name, sentence, 'exams.create', inExam);
}

/** @returns a question with other choices */
function withChoices(question: Question, choices: readonly object[]): object {
  return { ...question, questionDto: { ...question.questionDto, questionChoiceDtoList: choices } };
}

/** @returns a copy with another first entry */
function withFirst<T extends object>(list: readonly T[], change: (first: T) => object): object[] {
  return list.map((entry, at) => (at === 0 ? change(entry) : entry));
}

export const shapesOfLists: readonly Fault[] = [
  changesBody(
    'list-null',
    'The list of programs is null instead of a list.',
    'programs.list',
    () => null,
  ),
  changesBody(
    'courses-null',
    'The courses of a program are null instead of a list.',
    'programs.courses',
    () => null,
  ),
  changesBody(
    'data-wrapped',
    'The list of contents is wrapped in an object with the field data.',
    'contents.list',
    (data) => ({ data }),
  ),
  changesBody('programme-without-name', 'One program has no name.', 'programs.list', (list) =>
    withFirst(list, ({ name: _name, ...rest }) => rest),
  ),
  changesBody(
    'account-without-number',
    'One bank account has no account number.',
    'bankAccounts.list',
    (list) => withFirst(list, ({ account: _account, ...rest }) => rest),
  ),
  changesBody(
    'applicable-without-id',
    'The programs on offer have no id of their own, only that of the program.',
    'batchPrograms.applicable',
    (list) => list.map(({ id: _id, ...rest }) => rest),
  ),
  changesBody(
    'duration-as-string',
    'The duration of the exam is text instead of a number.',
    'exams.create',
    ({ examDto, ...exam }) => ({
      ...exam,
      examDto: { ...examDto, duration: `${examDto.duration} minutes` },
    }),
  ),
  changesQuestions('exam-without-choices', 'One question of the exam has no choices.', (it, at) =>
    at === 0 ? withChoices(it, []) : it,
  ),
  changesQuestions('question-ids-repeated', 'Two questions have the same id.', (it, at, all) =>
    at === 1 ? { ...it, id: all[0]?.id } : it,
  ),
  changesQuestions('choice-ids-missing', 'The choices of the exam have no ids.', (it) =>
    withChoices(
      it,
      it.questionDto.questionChoiceDtoList.map(({ id: _id, ...choice }) => choice),
    ),
  ),
  {
    name: 'bio-summary-404',
    sentence: 'Before the biography is saved, reading it is answered with 404.',
    ...around('applicants.getBioData', async ({ person }: Call, next) =>
      person?.bio ? await next() : { status: 404, body: 'There is no biography.' },
    ),
  },
];
