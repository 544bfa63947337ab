import { accounts } from './payment.ts';
import { paymentCode } from './people.ts';
import type { ResourceTexts } from './types.ts';

/** The Digital Literacy Test. */
export const examTexts: ResourceTexts<'exams'> = {
  'exams.create': {
    title: 'Start the exam',
    description:
      'Starts the exam, and its clock. While one is running the answer is the same exam, or a refusal: nobody draws new questions until she likes them. The answer never tells which choices are right.',
    answers: {
      exam: {
        summary: 'An exam with one question, for brevity',
        value: {
          examDto: { id: 9001, duration: 20 },
          examQuestionDtoList: [
            {
              id: 71,
              questionDto: {
                questionText: 'Which key copies what is selected?',
                questionChoiceDtoList: [
                  { id: 711, label: 'A', choiceText: 'Ctrl + C' },
                  { id: 712, label: 'B', choiceText: 'Ctrl + P' },
                ],
              },
            },
          ],
        },
      },
    },
    refusals: {
      409: {
        why: 'She is in another state, or has used all her attempts.',
        message: 'You have used all your attempts at the Digital Literacy Test.',
      },
    },
  },
  'exams.submit': {
    title: 'Submit the exam',
    description:
      'Ends the exam. After a pass she is `TOOK_EXAM`, and `paymentDto` tells what to pay; after a fail she stays `ACTIVATED`, and `paymentDto` is null, empty or absent. The word `Fail` in `result` or `resultDesc`, in any case of letters, means a fail; anything else is a pass.',
    requests: {
      answered: {
        summary: 'Two questions answered',
        value: { id: 9001, results: '71:711,72:724' },
      },
      empty: { summary: 'Time ran out before any answer', value: { id: 9001, results: '' } },
    },
    answers: {
      pass: {
        summary: 'Passed, with what to pay and where',
        value: {
          result: 'pass',
          resultDesc: 'Pass',
          paymentDto: {
            description: 'Admission application fee',
            paymentCode,
            paymentAmount: 500,
            isOffline: true,
          },
          bankAccountList: accounts,
        },
      },
      fail: {
        summary: 'Failed',
        value: { result: 'Fail', resultDesc: 'Fail', paymentDto: null, bankAccountList: null },
      },
    },
    refusals: {
      400: {
        why: 'The answers are no list of pairs, or name questions and choices of another exam.',
        message: 'The answers do not belong to this exam.',
      },
      404: { why: 'There is no such exam.', message: 'There is no such exam.' },
      409: {
        why: 'The exam was submitted before, or she is in another state.',
        message: 'This exam was already submitted.',
      },
    },
  },
};
