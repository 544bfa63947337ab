/** What the settings of all adapters have in common. */
import { z } from 'zod';

const words = z.array(z.string().min(1)).min(1);
export const mock = z.object({ use: z.literal('mock') }).strict();
export const none = z.object({ use: z.literal('none') }).strict();
export const prompt = z.object({ use: z.literal('prompt') }).strict();
/** @param contract what the program gets and has to do */
export const command = (contract: string) =>
  z
    .object({
      use: z.literal('command'),
      command: words.describe(contract),
      timeoutMs: milliseconds.optional(),
    })
    .strict();

/** No timer can wait longer; one that is asked to ends at once. */
export const milliseconds = z.number().int().positive().max(2_147_483_647);

/** The name of an environment variable. */
export const environmentName = z
  .string()
  .regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable, not its value');

/** @param or what else may stand there, for the message */
export function webAddress(or = '') {
  const message = `must be ${or}an address with http:// or https://, e.g. https://test.example.edu`;
  return z
    .string()
    .url(message)
    .refine((text) => /^https?:\/\//.test(text), message)
    .refine(
      (text) => !/^https?:\/\/[^/]*@|[?#]/.test(text),
      'must be an address only, without user name, "?" or "#"',
    );
}
