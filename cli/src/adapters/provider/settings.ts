import { z } from 'zod';
import { command, mock, none, prompt } from '../shared-settings.ts';

/** How an online payment is completed at the provider. */
export const providerSettings = z.discriminatedUnion('use', [
  mock,
  command("Run with the provider's address as its last argument; it is done when it exits with 0."),
  prompt,
  none,
]);
export type ProviderSettings = z.infer<typeof providerSettings>;
