/** The Digital Literacy Test. */
import { z } from 'zod';
import { id, numberOrReportedTextSchema } from '../fields.ts';
import { isPass } from '../lifecycle.ts';
import { defineOperation, nameSchema, noBody } from '../operation.ts';
import { bankAccount, bankAccountExamples } from './payments.ts';
import { examplePaymentCode, makeOptionalObjectSchema } from './shared.ts';

const choiceSchema = nameSchema(
  'Choice',
  'A choice of a question.',
  z.object({
    id: id.describe('The id that an answer names.'),
    label: z.string().nullish().describe('A letter or number to show before it.'),
    choiceText: z.string().min(1).describe('What can be chosen.'),
  }),
);

const questionSchema = nameSchema(
  'ExamQuestion',
  'A question of this exam.',
  z.object({
    id: id.describe('The id that an answer names, of this entry and not of the question in it.'),
    questionDto: nameSchema(
      'Question',
      'A question with its choices.',
      z.object({
        questionText: z.string().min(1).describe('What is asked.'),
        questionChoiceDtoList: z
          .array(choiceSchema)
          .min(1)
          .describe('The choices; exactly one is right.'),
      }),
    ).describe('The question.'),
  }),
);

/** An exam that was started; `duration` is in minutes. */
export const exam = nameSchema(
  'Exam',
  'A running exam.',
  z.object({
    examDto: nameSchema(
      'ExamFrame',
      "An exam's id and length.",
      z.object({
        id: id.describe('The id it is submitted under.'),
        duration: numberOrReportedTextSchema
          .refine((minutes) => Number(minutes) > 0, 'Number must be greater than 0')
          .describe('How long it takes. In minutes.'),
      }),
    ).describe('The exam itself.'),
    examQuestionDtoList: z
      .array(questionSchema)
      .min(1)
      .describe('Its questions, in the order they are shown.'),
  }),
);
export type Exam = z.infer<typeof exam>;

export const createExam = defineOperation({
  method: 'POST',
  path: '/exams/private/create',
  summary: 'Start the exam',
  description:
    'Starts the exam, and its clock. While one is running the answer is the same exam, or a refusal: nobody draws new questions until she likes them. The answer never says which choices are right.',
  rule: 'exam#start',
  auth: 'bearer',
  body: noBody,
  readsBodyAs: 'json',
  successResponses: { 201: exam },
  refusals: {
    409: {
      reason: 'She is in another state, or has used all her attempts.',
      message: 'You have used all your attempts at the Digital Literacy Test.',
    },
  },
  safeToRepeat: false,
  examples: {
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
  },
});

/** The fee that is due after a pass. */
const examPaymentSchema = nameSchema(
  'ExamPayment',
  'The fee that is due after a pass.',
  z.object({
    description: z.string().nullish().describe('What the payment is for.'),
    paymentCode: z.string().min(1).describe('Her payment code, which she names with the payment.'),
    paymentAmount: numberOrReportedTextSchema.describe(
      'The amount in birr. A number; the same as text is tolerated.',
    ),
    isOffline: z.boolean().nullish().describe('Whether it is paid at a bank.'),
  }),
);

/**
 * After a pass, `paymentDto` is the payment that is due; after a fail it is null, empty or absent. Check `isPass`
 * first.
 */
export const examResult = nameSchema(
  'ExamResult',
  'How an exam ended.',
  z
    .object({
      result: z
        .union([z.string(), z.number()])
        .nullish()
        .describe('The result in words or points.'),
      resultDesc: z
        .string()
        .min(1)
        .describe(
          'The result in words. A word that begins with "fail", in any case of letters, means that it was not passed.',
        ),
      paymentDto: makeOptionalObjectSchema(examPaymentSchema).describe(
        'The payment that follows. What to pay after a pass; null or empty after a fail.',
      ),
      bankAccountList: z
        .array(bankAccount)
        .nullish()
        .describe('Where to pay; only accounts with the status `ACTIVE` are shown.'),
    })
    .superRefine((result, context) => {
      if (isPass(result) && !result.paymentDto?.paymentCode)
        context.addIssue({
          code: 'custom',
          path: ['paymentDto'],
          message: 'Required unless result or resultDesc says "fail"',
        });
    }),
);
export type ExamResult = z.infer<typeof examResult>;

export const submitExam = defineOperation({
  method: 'POST',
  path: '/exams/private/submit_exam',
  summary: 'Submit the exam',
  description:
    'Ends the exam. After a pass she is `TOOK_EXAM`, and `paymentDto` says what to pay; after a fail she stays `ACTIVATED`, and `paymentDto` is null, empty or absent. A word that begins with `fail` in `result` or `resultDesc`, in any case of letters, means a fail; anything else is a pass.',
  rule: 'exam#submit',
  auth: 'bearer',
  body: nameSchema(
    'SubmitExamRequest',
    'An exam with its answers.',
    z.object({
      id: id.describe('Which exam. The id of `examDto`.'),
      results: z
        .string()
        .describe(
          'The answers. questionId:choiceId pairs, comma-separated; questionId is the id of the `examQuestionDtoList` entry. May be empty.',
        ),
    }),
  ),
  readsBodyAs: 'json',
  successResponses: { 202: examResult },
  refusals: {
    400: {
      reason: 'The answers are no list of pairs, or name questions and choices of another exam.',
      message: 'The answers do not belong to this exam.',
    },
    404: { reason: 'There is no such exam.', message: 'There is no such exam.' },
    409: {
      reason: 'The exam was submitted before, or she is in another state.',
      message: 'This exam was already submitted.',
    },
  },
  safeToRepeat: false,
  neededValues: ['exam'],
  dispensableFields: ['id', 'results'],
  examples: {
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
            paymentCode: examplePaymentCode,
            paymentAmount: 500,
            isOffline: true,
          },
          bankAccountList: bankAccountExamples,
        },
      },
      fail: {
        summary: 'Failed',
        value: { result: 'Fail', resultDesc: 'Fail', paymentDto: null, bankAccountList: null },
      },
    },
  },
});
