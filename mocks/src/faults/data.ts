/** Faults that lose data, do not return it, or return another applicant's. */

import type { OperationName } from '@one-planet/contract';
import type { Person } from '../world/entities.ts';
import { findAttempt } from '../world/exam-paper.ts';
import {
  type Behaviour,
  changesBody,
  type Fault,
  faultsOf,
  remembersPerWorld,
  wrapsHandler,
} from './fault.ts';

type Names = Pick<Person, 'firstName' | 'middleName' | 'lastName' | 'phone'>;

/** The names that people had before their first change of them, by their ids. */
const registeredNamesIn = remembersPerWorld(() => new Map<number, Names>());

function namesOf({ firstName, middleName, lastName, phone }: Person): Names {
  return { firstName, middleName, lastName, phone };
}

/** Confirms a profile change, but loses a part of it. */
function losesProfilePart(
  sentence: string,
  lostNamesOf: (names: Names) => Partial<Names>,
): Behaviour {
  const handlerWrapper = wrapsHandler('applicants.editProfile', async ({ world, person }, next) => {
    const result = await next();
    if (person) await world.changePerson(person, lostNamesOf(namesOf(person)));
    return result;
  });
  return { sentence, ...handlerWrapper };
}

export const scenarioFaultsOfProfiles: readonly Fault[] = faultsOf({
  'profile-edit-lost': losesProfilePart('A profile change is lost.', (names) => names),
  'profile-phone-lost': losesProfilePart(
    'A profile change changes the names but not the phone.',
    ({ phone }) => ({ phone }),
  ),
  'profile-edit-stale-user': {
    sentence: 'After a profile change the account still has the old names.',
    wrapHandler: async ({ operation, world, person }, next) => {
      const result = await next();
      if (!person || result.status !== 200) return result;
      const registeredNames = registeredNamesIn(world);
      if (operation.name === 'applicants.editProfile' && !registeredNames.has(person.id)) {
        registeredNames.set(person.id, namesOf(person));
      }
      const isUserRequest = operation.name === 'auth.getUser';
      return isUserRequest
        ? { ...result, body: registeredNames.get(person.id) ?? result.body }
        : result;
    },
  },
  'courses-of-all': changesBody(
    'A program has the courses of all programs.',
    'programs.courses',
    (_body, { world }) => world.courses.all().map(({ programId: _program, ...course }) => course),
  ),
  'applicable-empty': changesBody('No program is on offer.', 'batchPrograms.applicable', () => []),
  'applicable-unlisted': changesBody(
    'A program on offer is missing from the list of programs.',
    'batchPrograms.applicable',
    (offers) => [...offers, { id: 399, program: { id: 99, name: 'Nursing' }, batch: null }],
  ),
});

export const readBackFaults: readonly Fault[] = faultsOf({
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
  'phone-of-the-contact': {
    sentence: 'The phone of a contact becomes that of the applicant.',
    ...wrapsHandler('applicants.saveContactData', async ({ world, person, body }, next) => {
      const result = await next();
      const { contactPhone: phone } = body as { contactPhone: string };
      if (person && result.status < 300) await world.changePerson(person, { phone });
      return result;
    }),
  },
  'application-status-stale': changesBody(
    'The profile names the state of the beginning as applicationStatus.',
    'applicants.getByEmail',
    (body) => ({ ...body, applicationStatus: 'ACTIVATED' }),
  ),
  'courses-of-the-first': changesBody(
    'Two programs have the courses of the first.',
    'programs.courses',
    (courses, { world, params }) => {
      const [first, second] = world.programs.all();
      if (String(second?.id) !== params.programId) return courses;
      return world.courses
        .findMany((q) => q.where({ programId: Number(first?.id) }))
        .map(({ programId: _program, ...course }) => course);
    },
  ),
  'applicable-other-ids': changesBody(
    'A program on offer has another id than on the list of programs.',
    'batchPrograms.applicable',
    (list) => list.map((offer) => ({ ...offer, program: { ...offer.program, id: 98_765 } })),
  ),
  'courses-twice': changesBody(
    'The first course of a program is listed twice.',
    'programs.courses',
    (list) => [...list.slice(0, 1), ...list],
  ),
  'content-ids-repeated': changesBody('Two contents have one id.', 'contents.list', (contents) =>
    contents.map((content) => ({ ...content, id: contents[0]?.id })),
  ),
  'earlier-exam-accepted': {
    sentence: 'Answers to an earlier attempt count for the one that is running.',
    ...wrapsHandler('exams.submit', async (call, next) => {
      const { world, person, body } = call;
      const attempt = findAttempt(world, Number((body as { id: unknown }).id));
      if (attempt && person?.runningExam && attempt.personId === person.id) {
        call.person = await world.changePerson(person, { runningExam: attempt.id });
      }
      return next();
    }),
  },
  'exam-of-all': {
    sentence: 'Everybody is given one and the same exam.',
    ...wrapsHandler('exams.create', async (_call, next) => {
      const result = await next();
      if (result.status !== 201) return result;
      const body = result.body as { examDto: object };
      return { ...result, body: { ...body, examDto: { ...body.examDto, id: 77 } } };
    }),
  },
  'choices-repeated': changesBody(
    'A choice of a question is there twice.',
    'exams.create',
    ({ examDto, examQuestionDtoList }) => ({
      examDto,
      examQuestionDtoList: examQuestionDtoList.map(({ id, questionDto }) => {
        const { questionChoiceDtoList: choices } = questionDto;
        const addedChoices = choices
          .slice(0, 1)
          .map((choice) => ({ ...choice, id: Number(choice.id) + 500_000 }));
        return {
          id,
          questionDto: { ...questionDto, questionChoiceDtoList: [...choices, ...addedChoices] },
        };
      }),
    }),
  ),
  'questions-unknown': changesBody(
    'A question of the exam has been written anew.',
    'exams.create',
    ({ examDto, examQuestionDtoList }) => ({
      examDto,
      examQuestionDtoList: examQuestionDtoList.map(({ id, questionDto }, index) =>
        index === 0
          ? { id, questionDto: { ...questionDto, questionText: 'What is new here?' } }
          : { id, questionDto },
      ),
    }),
  ),
});

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

export const listFaults: readonly Fault[] = faultsOf({
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
  'profile-without-id': changesBody('The profile has no id.', profileOperation, (profile) => ({
    ...profile,
    id: undefined,
  })),
  'profile-phone-cut': changesBody(
    'The profile has the phone without its last digit.',
    profileOperation,
    (profile) => ({
      ...profile,
      phone: profile.phone?.slice(0, -1),
    }),
  ),
  'user-names-swapped': changesBody(
    'An account has its last name in the place of the first one.',
    'auth.getUser',
    (profile) => ({ ...profile, firstName: profile.lastName, lastName: profile.firstName }),
  ),
  'biography-gone-when-applied': changesBody(
    'The biography is not answered any more once she has applied.',
    'applicants.getBioData',
    (body, { person }) =>
      person?.state === 'APPLIED' || person?.state === 'ADMITTED'
        ? { profilePicture: null, countryOfResidence: null, nationality: null }
        : body,
  ),
  'biography-not-told': changesBody(
    'The biography that was saved is not answered afterwards.',
    'applicants.getBioData',
    () => ({ profilePicture: null, countryOfResidence: null, nationality: null }),
  ),
  'one-code-for-all': changesBody(
    'The pending payment of everybody has the same code.',
    'payments.getPending',
    ({ paymentDto, bankAccountList }) => ({
      paymentDto: { ...paymentDto, paymentCode: 'OPC-00000000' },
      bankAccountList,
    }),
  ),
  'exam-drawn-anew': {
    sentence: 'Every exams.create draws another exam, also while one is running.',
    ...wrapsHandler('exams.create', async (call, next) => {
      const { world, person } = call;
      if (person) call.person = await world.changePerson(person, { runningExam: null });
      return next();
    }),
  },
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
});
