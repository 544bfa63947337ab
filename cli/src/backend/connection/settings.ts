/** What stands between this tool and a backend: the settings of gateways, proxies and private networks. */
import { z } from 'zod';
import { environmentName, withVariables } from '../../process/setting-kinds.ts';

/** The environment variable that holds the password of basic authentication, where the settings name no other. */
export const basicPasswordEnv = 'ADMISSIONS_BASIC_PASSWORD';

/** What a header may hold. */
export const headerText = /^[\t\x20-\x7e]*$/;

const file = z.string().min(1);
const headerName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header')
  .refine(
    (name) => !reserved.includes(name.toLowerCase()),
    'must not be a header that a request has anyway; for a user name and a password, use "basicAuth"',
  );
const reserved = [
  'authorization',
  'accept',
  'content-type',
  'content-length',
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
];

export const connectionSettings = z
  .object({
    headers: z
      .record(
        headerName,
        withVariables(z.string().regex(headerText, 'must be plain text on one line')),
      )
      .optional()
      .describe(
        'Headers of every request to the backend, and to nobody else. {env:NAME} stands for an environment variable, whose value is hidden in reports; anything else is shown there.',
      ),
    basicAuth: z
      .object({
        user: z.string().regex(/^[^:]+$/, 'must not be empty or contain ":"'),
        passwordEnv: environmentName
          .optional()
          .describe(
            `The environment variable that holds the password; default: ${basicPasswordEnv}.`,
          ),
        passwordFile: file.optional().describe('A file that contains only the password.'),
      })
      .strict()
      .optional()
      .describe(
        'Basic authentication. A request with a session has its token in that header, as in a browser: the server in front must let those pass.',
      ),
    clientCertificate: z
      .object({
        certFile: file.describe('The certificate, in PEM.'),
        keyFile: file.describe('Its private key, in PEM.'),
        passphraseEnv: environmentName
          .optional()
          .describe("The environment variable that holds the key's passphrase."),
      })
      .strict()
      .optional()
      .describe('What a backend that asks for a client certificate (mutual TLS) is shown.'),
    caFile: file
      .optional()
      .describe(
        "The certificate of the backend's own authority, in PEM; trusted besides the others.",
      ),
  })
  .strict();
export type ConnectionSettings = z.infer<typeof connectionSettings>;
