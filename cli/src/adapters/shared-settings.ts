/** What the settings of all adapters have in common. */
import { z } from 'zod';
import { milliseconds } from '../process/setting-kinds.ts';

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
