/**
 * Turns the settings of a connection into headers, certificates and a proxy. Secrets are read here, and are only ever
 * sent.
 */
import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import { hidden } from '@one-planet/sdk';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { CliError } from '../core/exit.ts';
import { readTextSync } from '../core/files.ts';
import { runSecrets } from '../core/secrets.ts';
import {
  type ConnectionSettings,
  headerTextPattern,
  passwordVariableNames,
} from '../core/settings.ts';
import { readSecret } from '../core/terminal.ts';

export interface Connection {
  /** The headers as they are sent, secrets included; names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The headers as reports show them: `{env:NAME}` is not filled in, and the password is left out. */
  headersToShow: Readonly<Record<string, string>>;
  tls: Tls;
}

interface Tls {
  cert?: string;
  key?: string;
  passphrase?: string;
  ca?: string[];
}

export const plainConnection: Connection = { headers: {}, headersToShow: {}, tls: {} };

/**
 * Reads the files and variables that the settings name.
 * @param folder the folder that relative paths start from
 * @throws {CliError} (exit 2) when a variable is not set or a file cannot be read
 */
export function openConnection(
  { headers = {}, basicAuth, clientCertificate, caFile }: ConnectionSettings,
  folder: string,
): Connection {
  const sentHeaders: Record<string, string> = {};
  const headersToShow: Record<string, string> = {};
  for (const [headerName, text] of Object.entries(headers)) {
    const lowerCaseName = headerName.toLowerCase();
    headersToShow[lowerCaseName] = text;
    sentHeaders[lowerCaseName] = text.replace(
      /\{env:(\w+)\}/g,
      (placeholder, variableName: string) =>
        checkHeaderValue(
          readSecret(
            { variableName },
            `${placeholder} of connection.headers.${headerName}`,
            folder,
          ),
          variableName,
        ),
    );
  }
  if (basicAuth) {
    const { user, passwordEnv = passwordVariableNames.basic, passwordFile } = basicAuth;
    const password = readSecret(
      { variableName: passwordEnv, filePath: passwordFile },
      'the password of basic authentication',
      folder,
    );
    const credentials = Buffer.from(`${user}:${password}`).toString('base64');
    runSecrets.add(credentials);
    sentHeaders.authorization = `Basic ${credentials}`;
    headersToShow.authorization = `Basic ${hidden}`;
  }
  return { headers: sentHeaders, headersToShow, tls: readTlsOptions() };

  function readTlsOptions(): Tls {
    const { certFile, keyFile, passphraseEnv: variableName } = clientCertificate ?? {};
    const readPemSetting = (path: string, settingKey: string) =>
      readPem(path, `connection: ${settingKey}`, folder);
    return {
      ...(certFile && { cert: readPemSetting(certFile, 'certFile') }),
      ...(keyFile && { key: readPemSetting(keyFile, 'keyFile') }),
      ...(variableName && {
        passphrase: readSecret({ variableName }, "the key's passphrase", folder),
      }),
      // Node replaces its default authorities by this list, so the defaults are added.
      ...(caFile && { ca: [...rootCertificates, readPemSetting(caFile, 'caFile')] }),
    };
  }
}

/**
 * @throws {CliError} (exit 2) for a value that no header can hold; the request would fail like an unreachable server
 */
function checkHeaderValue(headerValue: string, variableName: string): string {
  if (headerTextPattern.test(headerValue)) return headerValue;
  throw new CliError(
    `${variableName} cannot be sent in a header: its value must be plain text on one line, without a line break at its end`,
  );
}

/**
 * Reads a certificate or a key.
 * @param settingKey its name in messages, e.g. `connection: caFile`
 * @param folder the folder that relative paths start from
 * @throws {CliError} (exit 2) when it cannot be read, or is not PEM
 */
export function readPem(path: string, settingKey: string, folder: string): string {
  try {
    const pemText = readTextSync(resolve(folder, path));
    if (pemText.includes('-----BEGIN ')) return pemText;
  } catch (error) {
    throw new CliError(`${settingKey} cannot be read: ${(error as Error).message}`);
  }
  throw new CliError(`${settingKey} (${path}) is not PEM: it has no line "-----BEGIN …"`);
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
const lookUpHost: LookupFunction = (hostname, options, callback) => {
  if (!options.all || hostname !== 'localhost') return lookup(hostname, options, callback);
  lookup(hostname, { all: true }, (_error, addresses = []) => {
    const foundFamilies = addresses.map(({ family }) => family);
    callback(null, [
      ...addresses,
      ...localhostAddresses.filter(({ family }) => !foundFamilies.includes(family)),
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
  const connectDefaults = { lookup: lookUpHost, autoSelectFamily: true, ...connectOptions };
  const readVariable = (variableName: string) =>
    environment[variableName.toLowerCase()] || environment[variableName] || undefined;
  const [httpProxy, httpsProxy] = [readVariable('HTTP_PROXY'), readVariable('HTTPS_PROXY')];
  if (!httpProxy && !httpsProxy) return new Agent({ ...options, connect: connectDefaults });
  const noProxy = readVariable('NO_PROXY') ?? '';
  return new EnvHttpProxyAgent({
    ...options,
    connect: connectDefaults,
    requestTls: connectDefaults,
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
export function createRequestIdMaker(): () => Record<string, string> {
  const runId = randomBytes(4).toString('hex');
  // The standard forbids ids of zeros only. So the run's part ends in 01, and counting starts with 1.
  const tracePrefix = `${randomBytes(7).toString('hex')}01`;
  let requestCount = 0;
  return () => {
    requestCount += 1;
    const spanId = requestCount.toString(16).padStart(16, '0');
    return {
      'x-request-id': `admissions-${runId}-${requestCount}`,
      traceparent: `00-${tracePrefix}${spanId}-${spanId}-01`,
    };
  };
}
