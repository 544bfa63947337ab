import { z } from 'zod';
import { refusals } from './errors.ts';
import { isPass } from './exam-rules.ts';
import { id, looseNumber } from './fields.ts';
import { bankAccount } from './payments.ts';
import { c, lifecycleMeta, meta, successes } from './route.ts';

const choice = z.object({ id, label: z.string().nullish(), choiceText: z.string().min(1) });

const question = z.object({
  id,
  questionDto: z.object({
    questionText: z.string().min(1),
    questionChoiceDtoList: z.array(choice).min(1),
  }),
});

/** A running exam; `duration` is in minutes. */
export const exam = z.object({
  examDto: z.object({
    id,
    duration: looseNumber
      .refine((minutes) => Number(minutes) > 0, 'Number must be greater than 0')
      .describe('In minutes.'),
  }),
  examQuestionDtoList: z.array(question).min(1),
});
export type Exam = z.infer<typeof exam>;

/** What to pay after a pass. */
export const examPayment = z.object({
  description: z.string().nullish(),
  paymentCode: z.string().min(1),
  paymentAmount: looseNumber,
  isOffline: z.boolean().nullish(),
});

/** After a pass, `paymentDto` says what to pay; after a fail it is null, empty or absent: check `isPass` first. */
export const examResult = z
  .object({
    result: z.union([z.string(), z.number()]).nullish(),
    resultDesc: z
      .string()
      .min(1)
      .describe('Fail, in any case of letters, means that it was not passed.'),
    paymentDto: examPayment
      .or(z.object({}).strict() as unknown as typeof examPayment)
      .nullish()
      .describe('What to pay after a pass; null or empty after a fail.'),
    bankAccountList: z.array(bankAccount).nullish(),
  })
  .superRefine((answer, context) => {
    if (isPass(answer) && !answer.paymentDto?.paymentCode)
      context.addIssue({ code: 'custom', path: ['paymentDto'], message: 'Required after a pass' });
  });
export type ExamResult = z.infer<typeof examResult>;

export const exams = {
  create: c.mutation({
    method: 'POST',
    path: '/exams/private/create',
    summary: 'Starts the Digital Literacy Test',
    body: c.noBody(),
    responses: { ...successes('exams.create', exam), ...refusals(401, 403, 409) },
    metadata: meta({
      ...lifecycleMeta('exams.create'),
      auth: 'bearer',
      rule: 'exam#start',
      reads: 'json',
      refuses: [409],
    }),
  }),
  submit: c.mutation({
    method: 'POST',
    path: '/exams/private/submit_exam',
    summary: 'Submits the answers; unanswered questions are left out',
    body: z.object({
      id: id.describe('The id of `examDto`.'),
      results: z
        .string()
        .describe(
          'questionId:choiceId pairs, comma-separated; questionId is the id of the `examQuestionDtoList` entry. May be empty.',
        ),
    }),
    responses: { ...successes('exams.submit', examResult), ...refusals(400, 401, 403, 404, 409) },
    metadata: meta({
      ...lifecycleMeta('exams.submit'),
      auth: 'bearer',
      rule: 'exam#submit',
      reads: 'json',
      refuses: [400, 404, 409],
    }),
  }),
};
