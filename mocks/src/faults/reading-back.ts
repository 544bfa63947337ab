/** What is read is not what was written, or not hers. */
import { around, changesBody } from './answers.ts';
import type { Fault } from './fault.ts';

export const readBackFaults: readonly Fault[] = [
  changesBody(
    'activation-other-names',
    'Activation answers the names of the first applicant.',
    'applicants.activate',
    (body, { world }) => {
      const { firstName, lastName } =
        world.people.all().find(({ role }) => role === 'ROLE_APPLICANT') ?? body;
      return { ...body, firstName: `${firstName}X`, lastName };
    },
  ),
  changesBody(
    'biography-other-country',
    'The biography tells another country than was saved.',
    'applicants.getBioData',
    (body) => ({ ...body, countryOfResidence: body.countryOfResidence && 'Atlantis' }),
  ),
  changesBody(
    'profile-other-nationality',
    'The profile has another nationality than the biography.',
    'applicants.getByEmail',
    (body) => ({ ...body, nationality: body.nationality && 'Unknown' }),
  ),
  changesBody(
    'application-status-stale',
    'The profile names the state of the beginning as applicationStatus.',
    'applicants.getByEmail',
    (body) => ({ ...body, applicationStatus: 'ACTIVATED' }),
  ),
  changesBody(
    'courses-of-the-first',
    'Two programs have the courses of the first.',
    'programs.courses',
    (body, { world, params }) => {
      const [first, second] = world.programs.all();
      if (String(second?.id) !== params.programId) return body;
      return world.courses
        .group('program', Number(first?.id))
        .map(({ programId: _program, ...course }) => course);
    },
  ),
  changesBody(
    'applicable-other-ids',
    'A program on offer has another id than on the list of programs.',
    'batchPrograms.applicable',
    (list) => list.map((one) => ({ ...one, program: { ...one.program, id: 98_765 } })),
  ),
  changesBody(
    'courses-twice',
    'The first course of a program is listed twice.',
    'programs.courses',
    (list) => [...list.slice(0, 1), ...list],
  ),
  changesBody('content-ids-repeated', 'Two contents have one id.', 'contents.list', (list) =>
    list.map((one) => ({ ...one, id: list[0]?.id })),
  ),
  {
    name: 'earlier-exam-accepted',
    sentence: 'Answers to an earlier attempt count for the one that is running.',
    ...around('exams.submit', async ({ world, person, body }, next) => {
      const attempt = world.exams.find('id', Number((body as { id: unknown }).id));
      if (attempt && person?.runningExam && attempt.personId === person.id) {
        person.runningExam = attempt.id;
      }
      return next();
    }),
  },
  {
    name: 'exam-of-all',
    sentence: 'Everybody is given one and the same exam.',
    ...around('exams.create', async (_call, next) => {
      const answer = await next();
      if (answer.status !== 201) return answer;
      const body = answer.body as { examDto: object };
      return { ...answer, body: { ...body, examDto: { ...body.examDto, id: 77 } } };
    }),
  },
  changesBody(
    'choices-repeated',
    'A choice of a question is there twice.',
    'exams.create',
    ({ examDto, examQuestionDtoList }) => ({
      examDto,
      examQuestionDtoList: examQuestionDtoList.map(({ id, questionDto }) => {
        const { questionChoiceDtoList: choices } = questionDto;
        const more = choices
          .slice(0, 1)
          .map((choice) => ({ ...choice, id: Number(choice.id) + 500_000 }));
        return {
          id,
          questionDto: { ...questionDto, questionChoiceDtoList: [...choices, ...more] },
        };
      }),
    }),
  ),
  changesBody(
    'questions-unknown',
    'A question of the exam has been written anew.',
    'exams.create',
    ({ examDto, examQuestionDtoList }) => ({
      examDto,
      examQuestionDtoList: examQuestionDtoList.map(({ id, questionDto }, at) =>
        at === 0
          ? { id, questionDto: { ...questionDto, questionText: 'What is new here?' } }
          : { id, questionDto },
      ),
    }),
  ),
];
