/** Answers that reveal too much. */
import type { ExamAttempt } from '../data/entities.ts';
import { emailKey } from '../data/world.ts';
import { around, changesBody } from './answers.ts';
import type { Call, Fault } from './fault.ts';

export const leaks: readonly Fault[] = [
  {
    name: 'receipt-leak',
    sentence: "A receipt can be read with another applicant's token.",
    ...around('payments.getReceipt', (call, next) => {
      call.person = undefined;
      return next();
    }),
  },
  {
    name: 'receipt-of-somebody',
    sentence: 'An unknown payment code returns the newest receipt.',
    ...around('payments.getReceipt', (call, next) => {
      const { payments } = call.world;
      const newest = payments.newest(100).find(({ datePaid }) => datePaid);
      if (newest && !payments.find('code', call.params.paymentCode ?? '')) {
        call.person = undefined;
        call.params = { paymentCode: newest.code };
      }
      return next();
    }),
  },
  {
    name: 'refusal-leaks-person',
    sentence: 'The refusal to show a profile reveals its owner and her phone number.',
    ...around('applicants.getByEmail', async ({ world, params }, next) => {
      const answer = await next();
      const named = world.findPerson(params.email ?? '');
      if (answer.status !== 403 || !named) return answer;
      const { firstName, lastName, phone } = named;
      return { ...answer, body: `This profile belongs to ${firstName} ${lastName}, ${phone}.` };
    }),
  },
  changesBody(
    'token-in-profile',
    'The profile repeats the bearer token.',
    'applicants.getByEmail',
    (body, { request }) => ({
      ...body,
      session: request.headers.get('authorization')?.split(' ')[1],
    }),
  ),
  changesBody('password-in-login', 'A login repeats the password.', 'auth.login', (body, call) => ({
    ...body,
    password: (call.body as { password: string }).password,
  })),
  changesBody(
    'password-hash-in-profile',
    'The profile carries the hash of the password.',
    'applicants.getByEmail',
    (body, { person }) => ({ ...body, password: person?.credential?.hash }),
  ),
  changesBody(
    'right-answers-in-exam',
    'The choices of the exam say which of them is right.',
    'exams.create',
    ({ examDto, examQuestionDtoList }, { world }) => {
      const rights = rightIds(world.exams.find('id', Number(examDto.id)));
      const list = examQuestionDtoList.map(({ id, questionDto }) => {
        const choices = questionDto.questionChoiceDtoList.map((choice) => ({
          ...choice,
          isCorrect: rights.has(choice.id),
        }));
        return { id, questionDto: { ...questionDto, questionChoiceDtoList: choices } };
      });
      return { examDto, examQuestionDtoList: list };
    },
  ),
  changesBody(
    'answer-in-exam-question',
    'The questions of the exam carry the id of the right choice.',
    'exams.create',
    ({ examDto, examQuestionDtoList }, { world }) => {
      const rights = rightIds(world.exams.find('id', Number(examDto.id)));
      const list = examQuestionDtoList.map(({ id, questionDto }) => {
        const right = questionDto.questionChoiceDtoList.find((choice) => rights.has(choice.id));
        return { id, questionDto: { ...questionDto, correctChoiceId: right?.id } };
      });
      return { examDto, examQuestionDtoList: list };
    },
  ),
  changesBody(
    'activation-token-in-register',
    'A registration returns the token of the activation link.',
    'applicants.register',
    (body, call) => {
      const id = call.world.findPerson(emailOf(call))?.id ?? 0;
      const activationToken = call.world.oneTimeTokens.group('person', id).at(-1)?.token;
      return { ...(body as object), activationToken };
    },
  ),
  changesBody(
    'temporary-password-in-answer',
    'Requesting a temporary password returns it.',
    'auth.forgotPassword',
    (body, call) => {
      const mail = call.world.mails.group('to', emailKey(emailOf(call))).at(-1);
      return { ...(body as object), temporaryPassword: mail?.temporaryPassword };
    },
  ),
  changesBody(
    'list-leaks-applicants',
    'The list of programs carries the e-mail addresses of applicants.',
    'programs.list',
    (list, { world }) => {
      const applicants = world.people.newest(5).map(({ email }) => email);
      return list.map((program) => ({ ...program, applicants }));
    },
  ),
];

function emailOf({ body }: Call): string {
  return (body as { email: string }).email;
}

/** The ids of the right choices; they are unique across questions. */
function rightIds(attempt: ExamAttempt | undefined): ReadonlySet<string | number> {
  const choices = (attempt?.questions ?? []).flatMap((question) => question.choices);
  return new Set(choices.filter(({ right }) => right).map(({ id }) => id));
}
