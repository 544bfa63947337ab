/** Kinds of values that several settings have. */
import { z } from 'zod';

/** No timer can wait longer; one that is asked to ends at once. */
export const milliseconds = z.number().int().positive().max(2_147_483_647);

/** The name of an environment variable. */
export const environmentName = z
  .string()
  .regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable, not its value');

/** A text in which `{env:NAME}` stands for an environment variable: one that is written otherwise would be sent as it stands. */
export function withVariables(text: z.ZodString) {
  return text.refine(
    (given) => !/\{\s*env\b(?!:\w+\})/i.test(given),
    'names an environment variable otherwise than {env:NAME}',
  );
}

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
