/** From the settings of a connection to what its requests carry: secrets are read here, and go no further than the wire. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import { CliError } from '../../process/exit.ts';
import { readSecret } from '../../process/read-secret.ts';
import { basicPasswordEnv, type ConnectionSettings, headerText } from './settings.ts';

/** What every request to the backend carries. */
export interface Connection {
  /** As they are sent, secrets included; names in lower case. */
  sent: Readonly<Record<string, string>>;
  /** As they are told: `{env:NAME}` is not filled in, and the password is left out. */
  told: Readonly<Record<string, string>>;
  /** The values that must appear nowhere. */
  secrets: readonly string[];
  tls: Tls;
}

/** For `tls.connect`. */
export interface Tls {
  cert?: string;
  key?: string;
  passphrase?: string;
  ca?: string[];
}

export const plainConnection: Connection = { sent: {}, told: {}, secrets: [], tls: {} };

/**
 * Reads what the settings name.
 * @param folder where paths start
 * @throws {CliError} (exit 2) when a variable is not set or a file cannot be read
 */
export function openConnection(
  { headers = {}, basicAuth, clientCertificate, caFile }: ConnectionSettings,
  folder: string,
): Connection {
  const secrets: string[] = [];
  const secret = (source: { env?: string; file?: string | undefined }, what: string) => {
    const value = readSecret(source, what, folder);
    secrets.push(value);
    return value;
  };
  const sent: Record<string, string> = {};
  const told: Record<string, string> = {};
  for (const [given, text] of Object.entries(headers)) {
    const name = given.toLowerCase();
    told[name] = text;
    sent[name] = text.replace(/\{env:(\w+)\}/g, (whole, env: string) =>
      onOneLine(secret({ env }, `${whole} of connection.headers.${given}`), env),
    );
  }
  if (basicAuth) {
    const { user, passwordEnv = basicPasswordEnv, passwordFile } = basicAuth;
    const password = secret(
      { env: passwordEnv, file: passwordFile },
      'the password of basic authentication',
    );
    const credentials = Buffer.from(`${user}:${password}`).toString('base64');
    secrets.push(credentials);
    sent.authorization = `Basic ${credentials}`;
    told.authorization = 'Basic …';
  }
  return { sent, told, secrets, tls: tlsOf() };

  function tlsOf(): Tls {
    const { certFile, keyFile, passphraseEnv: env } = clientCertificate ?? {};
    return {
      ...(certFile === undefined ? {} : { cert: pem(certFile, 'certFile', folder) }),
      ...(keyFile === undefined ? {} : { key: pem(keyFile, 'keyFile', folder) }),
      ...(env === undefined ? {} : { passphrase: secret({ env }, "the key's passphrase") }),
      // Given authorities replace the usual ones.
      ...(caFile === undefined ? {} : { ca: [...rootCertificates, pem(caFile, 'caFile', folder)] }),
    };
  }
}

/** @throws {CliError} (exit 2) for what no header can hold: the request would fail as if nothing answered */
function onOneLine(value: string, env: string): string {
  if (headerText.test(value)) return value;
  throw new CliError(
    `${env} cannot be sent in a header: its value must be plain text on one line, without a line break at its end`,
  );
}

function pem(file: string, setting: string, folder: string): string {
  try {
    const text = readFileSync(resolve(folder, file), 'utf8');
    if (text.includes('-----BEGIN ')) return text;
  } catch (error) {
    throw new CliError(`connection: ${setting} cannot be read: ${(error as Error).message}`);
  }
  throw new CliError(`connection: ${setting} (${file}) is not PEM: it has no line "-----BEGIN …"`);
}
