/** What was written can be read wherever the contract tells it, and belongs to whom it was asked for (1 §2; 2 §2, §3). */
import { isApplicantState, toExamResults } from '@one-planet/contract';
import { rightAnswers } from '../../../applicant/exam-answers.ts';
import type { Check } from '../../check.ts';
import { expectAccepted, expectRefused, firstTwice } from '../../expect.ts';
import { Failed } from '../../outcome.ts';
import { isPassed, perform } from '../../people/walk.ts';
import { describeReply, fieldsOf } from '../../wire/reply.ts';
import { examOf, expectStill, handIn } from './exam-parts.ts';
import { courseLists } from './lists.ts';
import { scenarios } from './scenario.ts';

/** Fewer may be the same by accident. */
const leastCourses = 3;

export const readingBack: readonly Check[] = scenarios([
  {
    id: 'applicants.activate/names',
    sentence: 'applicants.activate MUST answer the names that were registered, where it has any.',
    rule: 'accounts#activate',
    proves: 'First and last name are hers; capitals do not matter.',
    consumes: true,
    run: async (context) => {
      const person = context.draft();
      // A script that a wrong character set shows.
      person.input.register.firstName = 'ሃና';
      await perform('applicants.register', person, context.helpers);
      const reply = await perform('applicants.activate', person, context.helpers);
      expectAccepted(reply, 'an activation');
      context.adopt(person);
      const told = fieldsOf(reply.json);
      const { firstName, lastName } = person.input.register;
      for (const [field, name] of Object.entries({ firstName, lastName })) {
        const value = told[field];
        if ((value ?? '') === '') continue;
        if (String(value).toUpperCase() === name.toUpperCase()) continue;
        throw new Failed(`the ${field} she registered`, describeReply(reply), reply);
      }
    },
  },
  {
    id: 'applicants.getByEmail/application-status',
    sentence: 'applicationStatus SHOULD agree with the status, where the profile has both.',
    level: 'should',
    rule: 'profile#two-statuses',
    proves: 'A profile that names a state of the lifecycle twice names the same.',
    stage: 'APPLIED',
    run: async (context) => {
      const person = await context.person('APPLIED');
      const reply = await context.sendAs(person, 'applicants.getByEmail');
      const { status, applicationStatus } = fieldsOf(reply.json);
      if (isApplicantState(applicationStatus) && applicationStatus !== status) {
        throw new Failed(`${status}`, `${applicationStatus}`, reply);
      }
    },
  },
  {
    id: 'programs.courses/not-shared',
    sentence: 'Two programs SHOULD NOT have one and the same list of courses.',
    level: 'should',
    rule: 'catalogue#course-lists',
    proves: `No two programs with ${leastCourses} courses or more have exactly the same ones.`,
    leavesOpen: 'Programs that differ only later.',
    run: async (context) => {
      const lists = await courseLists(context);
      const seen = new Map<string, unknown>();
      for (const { id, courses } of lists.filter((one) => one.courses.length >= leastCourses)) {
        const known = courses.map(({ courseCode, courseName }) => `${courseCode} ${courseName}`);
        const all = JSON.stringify(known.sort());
        if (seen.has(all)) {
          throw new Failed(
            'courses of its own',
            `program ${id} has those of ${seen.get(all)}`,
            context.last,
          );
        }
        seen.set(all, id);
      }
    },
  },
  {
    id: 'programs.courses/distinct',
    sentence: 'A program SHOULD NOT list a course twice in one semester.',
    level: 'should',
    rule: 'catalogue#course-lists',
    proves: 'No program has the same code and name twice in a semester.',
    run: async (context) => {
      for (const { id, courses } of await courseLists(context)) {
        const known = courses.map(
          ({ semesterNumber, courseCode, courseName }) =>
            `${semesterNumber} ${courseCode} ${courseName}`,
        );
        const twice = firstTwice(known);
        if (twice === undefined) continue;
        throw new Failed('each course once', `"${twice}" twice in program ${id}`, context.last);
      }
    },
  },
  {
    id: 'exams.submit/earlier-exam',
    sentence: 'exams.submit MUST refuse the id of an earlier attempt.',
    rule: 'exam#graded-once',
    proves:
      'With the id of the attempt before, and the right answers of either, nothing is passed.',
    stage: 'ACTIVATED',
    consumes: true,
    run: async (context) => {
      const person = await context.person();
      const { exam: first } = await examOf(context, person);
      await handIn(context, person, () => '');
      const { exam: second } = await examOf(context, person);
      const key = await context.reference.answerKey();
      context.retire(person);
      if (second.examDto.id === first.examDto.id) {
        throw new Failed(
          'another exam after the first was submitted',
          'the same again',
          context.last,
        );
      }
      for (const exam of [first, second]) {
        const body = { id: first.examDto.id, results: toExamResults(rightAnswers(exam, key)) };
        const reply = await context.sendAs(person, 'exams.submit', { body });
        if (reply.status < 300 && !isPassed(reply)) continue;
        expectRefused(context, reply, 'the id of an earlier attempt', { prefer: [400, 404, 409] });
      }
      await expectStill(context, person);
    },
  },
  {
    id: 'exams.create/own-questions',
    sentence: 'Two applicants MUST NOT be given one and the same exam.',
    rule: 'exam#an-exam-of-her-own',
    proves: 'Their exams have different ids: what one submits is not the other’s.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const people = [await context.person(), await context.person()] as const;
      const [one, other] = [await examOf(context, people[0]), await examOf(context, people[1])];
      if (one.exam.examDto.id === other.exam.examDto.id) {
        throw new Failed('two ids', `${one.exam.examDto.id} for both`, context.last);
      }
    },
  },
]);
