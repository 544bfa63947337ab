/**
 * Turns the settings of a connection into headers, certificates and a proxy. Secrets are read here, and are only ever
 * sent.
 */
import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { CliError } from '../core/exit.ts';
import { readTextSync } from '../core/files.ts';
import { type ConnectionSettings, headerTextPattern, passwordVariables } from '../core/settings.ts';
import { readSecret } from '../core/terminal.ts';

export interface Connection {
  /** The headers as they are sent, secrets included; names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The headers as reports show them: `{env:NAME}` is not filled in, and the password is left out. */
  shownHeaders: Readonly<Record<string, string>>;
  /** The secret values, which must never be shown. */
  secrets: readonly string[];
  tls: Tls;
}

interface Tls {
  cert?: string;
  key?: string;
  passphrase?: string;
  ca?: string[];
}

export const plainConnection: Connection = { headers: {}, shownHeaders: {}, secrets: [], tls: {} };

/**
 * Reads the files and variables that the settings name.
 * @param folder the folder that relative paths start from
 * @throws {CliError} (exit 2) when a variable is not set or a file cannot be read
 */
export function openConnection(
  { headers = {}, basicAuth, clientCertificate, caFile }: ConnectionSettings,
  folder: string,
): Connection {
  const secrets: string[] = [];
  const secret = (source: { env?: string; file?: string }, description: string) => {
    const value = readSecret(source, description, folder);
    secrets.push(value);
    return value;
  };
  const sentHeaders: Record<string, string> = {};
  const shownHeaders: Record<string, string> = {};
  for (const [headerName, text] of Object.entries(headers)) {
    const name = headerName.toLowerCase();
    shownHeaders[name] = text;
    sentHeaders[name] = text.replace(/\{env:(\w+)\}/g, (placeholder, env: string) =>
      checkHeaderValue(secret({ env }, `${placeholder} of connection.headers.${headerName}`), env),
    );
  }
  if (basicAuth) {
    const { user, passwordEnv = passwordVariables.basic, passwordFile } = basicAuth;
    const password = secret(
      { env: passwordEnv, file: passwordFile },
      'the password of basic authentication',
    );
    const credentials = Buffer.from(`${user}:${password}`).toString('base64');
    secrets.push(credentials);
    sentHeaders.authorization = `Basic ${credentials}`;
    shownHeaders.authorization = 'Basic …';
  }
  return { headers: sentHeaders, shownHeaders, secrets, tls: tlsOf() };

  function tlsOf(): Tls {
    const { certFile, keyFile, passphraseEnv: env } = clientCertificate ?? {};
    const pem = (file: string, setting: string) => readPem(file, `connection: ${setting}`, folder);
    return {
      ...(certFile && { cert: pem(certFile, 'certFile') }),
      ...(keyFile && { key: pem(keyFile, 'keyFile') }),
      ...(env && { passphrase: secret({ env }, "the key's passphrase") }),
      // Node replaces its default authorities by this list, so the defaults are added.
      ...(caFile && { ca: [...rootCertificates, pem(caFile, 'caFile')] }),
    };
  }
}

/**
 * @throws {CliError} (exit 2) for a value that no header can hold; the request would fail like an unreachable server
 */
function checkHeaderValue(value: string, env: string): string {
  if (headerTextPattern.test(value)) return value;
  throw new CliError(
    `${env} cannot be sent in a header: its value must be plain text on one line, without a line break at its end`,
  );
}

/**
 * Reads a certificate or a key.
 * @param setting its name in messages, e.g. `connection: caFile`
 * @param folder the folder that relative paths start from
 * @throws {CliError} (exit 2) when it cannot be read, or is not PEM
 */
export function readPem(file: string, setting: string, folder: string): string {
  try {
    const text = readTextSync(resolve(folder, file));
    if (text.includes('-----BEGIN ')) return text;
  } catch (error) {
    throw new CliError(`${setting} cannot be read: ${(error as Error).message}`);
  }
  throw new CliError(`${setting} (${file}) is not PEM: it has no line "-----BEGIN …"`);
}

/* How requests leave this machine: directly, or through the proxy that the environment names. */

/** These hosts never go through a proxy: it would look for them on its own machine. */
const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Systems resolve `localhost` to IPv4, IPv6 or both; servers listen on IPv4, IPv6 or both. */
const localhostAddresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Resolves a name as the system does; for `localhost` it adds the address family that the system leaves out. */
const lookUp: LookupFunction = (hostname, options, callback) => {
  if (!options.all || hostname !== 'localhost') return lookup(hostname, options, callback);
  lookup(hostname, { all: true }, (_error, addresses = []) => {
    const families = addresses.map(({ family }) => family);
    callback(null, [
      ...addresses,
      ...localhostAddresses.filter(({ family }) => !families.includes(family)),
    ]);
  });
};

/** Makes the dispatcher that sends requests. It obeys HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in upper or lower case. */
export function openDispatcher(
  {
    connect: connectOptions,
    ...options
  }: Agent.Options & { connect: Tls & { lookup?: LookupFunction } },
  environment: NodeJS.ProcessEnv = process.env,
): Dispatcher {
  const connect = { lookup: lookUp, autoSelectFamily: true, ...connectOptions };
  const readVariable = (name: string) =>
    environment[name.toLowerCase()] || environment[name] || undefined;
  const [httpProxy, httpsProxy] = [readVariable('HTTP_PROXY'), readVariable('HTTPS_PROXY')];
  if (!httpProxy && !httpsProxy) return new Agent({ ...options, connect });
  const noProxy = readVariable('NO_PROXY') ?? '';
  return new EnvHttpProxyAgent({
    ...options,
    connect,
    requestTls: connect,
    // Many proxies refuse to tunnel plain HTTP.
    proxyTunnel: false,
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? '',
    noProxy: noProxy.trim() === '*' ? '*' : [noProxy, ...localHosts].join(','),
  });
}

/* Ids by which a request can be found in the server's log and traces. */

/**
 * Numbers the requests of a run.
 * @returns a function that makes the headers of one more request: `x-request-id`, which begins alike for the whole run,
 * and `traceparent` (W3C Trace Context), with a trace of its own for each request
 */
export function requestIds(): () => Record<string, string> {
  const run = randomBytes(4).toString('hex');
  // The standard forbids ids of zeros only. So the run's part ends in 01, and counting starts with 1.
  const trace = `${randomBytes(7).toString('hex')}01`;
  let count = 0;
  return () => {
    count += 1;
    const number = count.toString(16).padStart(16, '0');
    return {
      'x-request-id': `admissions-${run}-${count}`,
      traceparent: `00-${trace}${number}-${number}-01`,
    };
  };
}
