/** Who is told when a verdict changes. */
import { z } from 'zod';
import { environmentName } from '../process/setting-kinds.ts';

const urlEnv = environmentName
  .optional()
  .describe(
    'The environment variable that holds the address: it is a secret. Default: ADMISSIONS_WEBHOOK.',
  );

export const notifySettings = z.discriminatedUnion('use', [
  z.object({ use: z.literal('slack'), urlEnv }).strict(),
  z
    .object({
      use: z.literal('telegram'),
      urlEnv: urlEnv.describe(
        'The environment variable that holds https://api.telegram.org/botTOKEN/sendMessage. Default: ADMISSIONS_WEBHOOK.',
      ),
      chatId: z
        .union([z.string().min(1), z.number().int()])
        .describe('The chat or channel, e.g. "@college_nights" or -1001234567890.'),
    })
    .strict(),
  z.object({ use: z.literal('webhook'), urlEnv }).strict(),
  z.object({ use: z.literal('none') }).strict(),
]);
export type NotifySettings = z.infer<typeof notifySettings>;
