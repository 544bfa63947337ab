/** The exam: graded by its answers and nothing else (2 §2, §4; decisions §1). */
import { toExamResults } from '@one-planet/contract';
import { rightAnswers } from '../../../applicant/exam-answers.ts';
import { CliError } from '../../../process/exit.ts';
import type { Check } from '../../check.ts';
import { expectAnswer, expectRefused, firstTwice } from '../../expect.ts';
import { Failed } from '../../outcome.ts';
import { isPassed, readPayment } from '../../people/walk.ts';
import { unknownIdLike } from '../../unknown-id.ts';
import { describeReply, fieldsOf } from '../../wire/reply.ts';
import {
  type Answer,
  answerSome,
  examOf,
  expectPass,
  expectStill,
  handIn,
  pastDeadline,
} from './exam-parts.ts';
import { leakedAnswerField } from './leaked-answer-key.ts';
import { scenario, scenarios } from './scenario.ts';

export const examScenarios: readonly Check[] = scenarios([
  {
    id: 'exams.create/running',
    sentence: 'exams.create MUST answer the same exam, or a refusal, while one is running.',
    rule: 'exam#one-exam-at-a-time',
    proves: 'Nobody can draw new questions until she likes them.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      const { exam } = await examOf(context, person);
      const again = await context.sendAs(person, 'exams.create');
      if (again.status >= 400) return;
      const { id } = fieldsOf(fieldsOf(again.json).examDto);
      if (id !== exam.examDto.id) {
        throw new Failed(`the exam ${exam.examDto.id}, or a refusal`, `another exam, ${id}`, again);
      }
    },
  },
  {
    id: 'exams.create/hides-answers',
    sentence: 'exams.create MUST NOT reveal the right answers, under any name.',
    rule: 'exam#right-answers-stay-hidden',
    proves:
      'No undeclared field has one value for all right choices and others for the wrong ones, or names the right choice of each question.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const { exam } = await examOf(context, await context.person());
      const told = leakedAnswerField(exam, rightAnswers(exam, await context.reference.answerKey()));
      if (told)
        throw new Failed(
          'questions and choices only',
          `a field "${told}" that reveals the right answers`,
        );
    },
  },
  {
    id: 'exams.create/distinct-ids',
    sentence:
      'The questions of an exam MUST have distinct ids, and so must the choices of a question.',
    rule: 'exam#ids-of-questions-and-choices',
    proves: 'An answer identifies one choice of one question.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const { exam } = await examOf(context, await context.person());
      const { examQuestionDtoList: questions } = exam;
      const distinct = (ids: readonly unknown[]) => new Set(ids).size === ids.length;
      const areDistinct =
        distinct(questions.map(({ id }) => id)) &&
        questions.every(({ questionDto }) =>
          distinct(questionDto.questionChoiceDtoList.map(({ id }) => id)),
        );
      if (!areDistinct) throw new Failed('distinct ids', 'an id that occurs twice');
    },
  },
  {
    id: 'exams.create/readable',
    sentence:
      'Questions and choices MUST be text a person can read, and the choices of a question MUST differ.',
    rule: 'exam#readable-questions',
    proves:
      'No question or choice is empty, escaped for HTML or in another character set, and no choice is there twice.',
    leavesOpen: 'Whether they make sense.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const { exam } = await examOf(context, await context.person());
      for (const { questionDto } of exam.examQuestionDtoList) {
        const { questionText, questionChoiceDtoList: choices } = questionDto;
        const texts = choices.map(({ choiceText }) => choiceText.trim());
        const odd = [questionText, ...texts].find((text) => isUnreadable(text));
        if (odd !== undefined) throw new Failed('text to read', `"${odd}"`, context.last);
        const twice = firstTwice(texts);
        if (twice !== undefined) {
          throw new Failed(
            `choices that differ for "${questionText}"`,
            `"${twice}" twice`,
            context.last,
          );
        }
      }
    },
  },
  {
    id: 'exams.create/known-questions',
    sentence:
      'Every question SHOULD be one of the answer key, with its right answer among the choices.',
    level: 'should',
    rule: 'exam#the-answer-key',
    proves:
      'The key that was given and the exam agree: without that, no exam of the run can be passed on purpose.',
    leavesOpen: 'Which of the two is wrong.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const { exam } = await examOf(context, await context.person());
      const key = await context.reference.answerKey();
      try {
        rightAnswers(exam, key);
      } catch (error) {
        if (!(error instanceof CliError)) throw error;
        throw new Failed('questions of the answer key', error.message, context.last);
      }
    },
  },
  {
    id: 'exams.submit/all-right',
    sentence: 'An exam with all answers right MUST be passed, and its result MUST say what to pay.',
    rule: 'exam#a-pass',
    proves: 'A pass, with payment code and amount.',
    stage: 'ACTIVATED',
    consumes: true,
    run: async (context) => {
      const person = await context.person();
      const reply = await handIn(context, person, (exam, key) =>
        toExamResults([...rightAnswers(exam, key)].reverse()),
      );
      expectPass(reply, 'right answers in any order');
      readPayment(person, reply);
      person.stage = 'TOOK_EXAM';
      const { paymentCode, paymentAmount } = fieldsOf(fieldsOf(reply.json).paymentDto);
      if (!paymentCode || !(Number(paymentAmount) > 0)) {
        throw new Failed('paymentDto with code and amount', describeReply(reply), reply);
      }
    },
  },
  fails('all-wrong', 'with all answers wrong', (exam, key) => answerSome(exam, key, 0)),
  fails('no-answers', 'without any answer', () => ''),
  {
    id: 'exams.submit/malformed-results',
    sentence: 'Results that are no pairs of ids MUST NOT be passed.',
    rule: 'exam#false-answers',
    proves: 'Text, numbers alone, triples and lists without an id are refused or failed.',
    leavesOpen: 'Which of the two.',
    stage: 'ACTIVATED',
    consumes: true,
    run: async (context) => {
      let person = await context.person();
      for (const results of ['all of them', '1', '1:2:3', ':', ',,', '1:']) {
        const reply = await handIn(context, person, () => results);
        if (person.isExamOver) {
          context.retire(person);
          person = await context.person();
        }
        if (reply.status < 300 && isPassed(reply)) {
          throw new Failed(`a refusal or a fail for "${results}"`, describeReply(reply), reply);
        }
      }
    },
  },
  notPassed('duplicates', 'that repeats one right answer', (exam, key) => {
    const [first] = rightAnswers(exam, key);
    return toExamResults(exam.examQuestionDtoList.map(() => first as NonNullable<typeof first>));
  }),
  notPassed('foreign-ids', 'whose answers name questions of no exam', (exam) =>
    toExamResults(
      exam.examQuestionDtoList.map(({ id, questionDto }) => {
        const [choice] = questionDto.questionChoiceDtoList;
        return [unknownIdLike(id), unknownIdLike(choice?.id)] as const;
      }),
    ),
  ),
  notPassed('swapped-choices', 'whose right choices are given for other questions', (exam, key) => {
    const rights = rightAnswers(exam, key);
    return toExamResults(
      rights.map(([id], at) => [id, rights[(at + 1) % rights.length]?.[1] ?? id] as const),
    );
  }),
  {
    id: 'exams.submit/handed-in',
    sentence: 'A submitted exam MUST NOT be graded again.',
    rule: 'exam#graded-once',
    proves: 'After a fail the same attempt with the right answers is refused, and changes nothing.',
    stage: 'ACTIVATED',
    consumes: true,
    run: async (context) => {
      const person = await context.person();
      await handIn(context, person, () => '');
      const again = await context.sendAs(person, 'exams.submit');
      expectRefused(context, again, 'an exam that was submitted', { prefer: [400, 404, 409] });
      await expectStill(context, person);
      context.retire(person);
    },
  },
  {
    id: 'exams.submit/late',
    sentence: 'An exam submitted after its deadline MUST NOT be passed.',
    rule: 'exam#the-deadline',
    proves: 'Right answers that come long after the deadline are refused, or failed.',
    leavesOpen: 'The few seconds of grace a backend may give.',
    stage: 'ACTIVATED',
    consumes: true,
    run: async (context) => {
      const person = await context.person();
      const { exam } = await examOf(context, person);
      await pastDeadline(context, Number(exam.examDto.duration));
      const reply = await context.sendAs(person, 'exams.submit');
      context.retire(person);
      if (reply.status < 300 && isPassed(reply)) {
        throw new Failed('a refusal or a fail', describeReply(reply), reply);
      }
    },
  },
]);

/** Empty, with the entities of HTML in it, or read in a character set it was not written in. */
function isUnreadable(text: string): boolean {
  return (
    text.trim() === '' ||
    /&(?:lt|gt|amp|quot|#\d+|#x[\da-f]+);|\uFFFD|Ã[\u0080-\u00BF]|áˆ|á‹/i.test(text)
  );
}

function fails(name: string, words: string, answer: Answer): Check {
  return scenario({
    id: `exams.submit/${name}`,
    sentence: `An exam ${words} MUST be failed, and leave her ACTIVATED.`,
    rule: 'exam#a-fail',
    proves: 'A fail in a form the site can read, with nothing to pay and no new state.',
    stage: 'ACTIVATED',
    consumes: true,
    run: async (context) => {
      const person = await context.person();
      const reply = await handIn(context, person, answer);
      expectAnswer(context, reply);
      if (isPassed(reply)) throw new Failed('a fail', describeReply(reply), reply);
      await expectStill(context, person);
      context.retire(person);
    },
  });
}

function notPassed(name: string, words: string, answer: Answer): Check {
  return scenario({
    id: `exams.submit/${name}`,
    sentence: `An exam ${words} MUST NOT be passed.`,
    rule: 'exam#false-answers',
    proves: 'It is refused or failed.',
    leavesOpen: 'Which of the two.',
    stage: 'ACTIVATED',
    consumes: true,
    run: async (context) => {
      const person = await context.person();
      const reply = await handIn(context, person, answer);
      context.retire(person);
      if (reply.status < 300 && isPassed(reply)) {
        throw new Failed('a refusal or a fail', describeReply(reply), reply);
      }
    },
  });
}
