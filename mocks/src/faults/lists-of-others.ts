/** Lists whose entries are not what they should be, and accounts that are told wrongly. */
import type { OperationName } from '@one-planet/contract';
import { around, changesBody } from './answers.ts';
import type { Fault } from './fault.ts';

/** Two entries of a list have one id. */
function repeats(
  name: string,
  sentence: string,
  operation: 'programs.list' | 'bankAccounts.list' | 'batchPrograms.applicable',
): Fault {
  return changesBody(name, sentence, operation, (list) =>
    (list as readonly { id: unknown }[]).map((entry, at, all) =>
      at === 1 ? { ...entry, id: all[0]?.id } : entry,
    ),
  );
}

const profile: OperationName = 'applicants.getByEmail';

export const listsOfOthers: readonly Fault[] = [
  repeats('programme-ids-repeated', 'Two programs have one id.', 'programs.list'),
  repeats('bank-ids-repeated', 'Two bank accounts have one id.', 'bankAccounts.list'),
  repeats(
    'applicable-ids-repeated',
    'Two programs on offer have one id.',
    'batchPrograms.applicable',
  ),
  changesBody(
    'no-active-bank',
    'The status of every bank account is written in lower case.',
    'bankAccounts.list',
    (list) => list.map((account) => ({ ...account, status: account.status.toLowerCase() })),
  ),
  changesBody('semesters-from-zero', 'Semesters are counted from 0.', 'programs.courses', (list) =>
    list.map((course) => ({ ...course, semesterNumber: Number(course.semesterNumber) - 1 })),
  ),
  changesBody('profile-without-id', 'The profile has no id.', profile, (told) => ({
    ...told,
    id: undefined,
  })),
  changesBody(
    'profile-phone-cut',
    'The profile tells the phone without its last digit.',
    profile,
    (told) => ({
      ...told,
      phone: told.phone?.slice(0, -1),
    }),
  ),
  changesBody(
    'user-names-swapped',
    'The last name of an account is told as the first one.',
    'auth.getUser',
    (told) => ({ ...told, firstName: told.lastName, lastName: told.firstName }),
  ),
  changesBody(
    'biography-not-told',
    'What was saved as biography is not told afterwards.',
    'applicants.getBioData',
    () => ({ profilePicture: null, countryOfResidence: null, nationality: null }),
  ),
  changesBody(
    'one-code-for-all',
    'The pending payment of everybody has the same code.',
    'payments.getPending',
    ({ paymentDto, bankAccountList }) => ({
      paymentDto: { ...paymentDto, paymentCode: 'OPC-00000000' },
      bankAccountList,
    }),
  ),
  {
    name: 'exam-drawn-anew',
    sentence: 'Every exams.create draws another exam, also while one is running.',
    ...around('exams.create', ({ person }, next) => {
      if (person) person.runningExam = null;
      return next();
    }),
  },
  changesBody(
    'right-choice-marked',
    'The choices of an exam carry a weight, which only the right ones have.',
    'exams.create',
    (exam, { world }) => {
      const attempt = world.exams.find('id', Number(exam.examDto.id));
      const rights = new Set(
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
            weight: rights.has(String(choice.id)) ? 1 : 0,
          })),
        },
      }));
      return { ...exam, examQuestionDtoList };
    },
  ),
];
