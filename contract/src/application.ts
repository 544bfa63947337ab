import { z } from 'zod';
import { requiredText } from './fields.ts';

const nothingSelected = 'Please select one program to apply to';

/** The choice of a program (journey specification, section 5): the id of an applicable one, as a form holds it. */
export const applyForm = z.object({
  program: z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    requiredText(nothingSelected).regex(/^\d+$/, nothingSelected),
  ),
});
export type ApplyForm = z.infer<typeof applyForm>;

/** The application as it is sent. */
export const application = z.object({
  selectedBatchProgramId: z
    .number({ required_error: nothingSelected, invalid_type_error: nothingSelected })
    .int()
    .safe()
    .describe('The id of an applicable program (`batchPrograms.applicable`).'),
});
export type Application = z.infer<typeof application>;

/** From the checked choice to the wire. */
export function toApplication(form: ApplyForm): Application {
  return { selectedBatchProgramId: Number(form.program) };
}
