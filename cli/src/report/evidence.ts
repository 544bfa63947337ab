/** An exchange as reports show it, and the curl that repeats it. */
import { parseJson as parseServerJson } from '@one-planet/contract/json';
import { type Exchange, toCurl } from '@one-planet/sdk';
import { runSecrets } from '../core/secrets.ts';
import { copyBeginning } from '../core/text.ts';

export interface Evidence {
  /** Secrets are hidden. People's data in the response is hidden too, because it may be anybody's. */
  exchange: Exchange;
  curl: string;
  /** How to get a token of the applicant for the curl, where it needs one. */
  tokenHint?: string;
}

/**
 * @param senderEmail the address of the applicant for whom the request was sent, if it is known
 * @returns the curl that repeats an exchange, without secrets
 */
export function makeCurl(exchange: Exchange, senderEmail?: string): string {
  const { answerText: _text, answerHeaders: _headers, error: _error, ...request } = exchange;
  const shownRequest = runSecrets.hideIn(request);
  const { authorization } = request.requestHeaders;
  // Only the kind of authorization is read, so the secret itself may stay in it: curl takes its value from a variable.
  const requestHeaders = {
    ...shownRequest.requestHeaders,
    ...(authorization && { authorization }),
  };
  const curl = toCurl({ ...shownRequest, requestHeaders });
  return runSecrets.hide(withFreshAddress(curl, exchange, senderEmail));
}

/**
 * An address can be registered once: the shell makes a fresh one each time. One that is not her own was taken from
 * somebody, and shows the finding only as it is.
 */
function withFreshAddress(
  curl: string,
  { operation, status = 0, requestBody = '' }: Exchange,
  senderEmail = '',
): string {
  const isOwnAddress = requestBody.includes(senderEmail);
  if (operation !== 'applicants.register' || status >= 300 || !isOwnAddress) return curl;
  return curl.replace(/(?<="email":"[^"@']{1,64})@/, `'"$(date +%s%N)"'@`);
}

/** @param senderEmail the address of the applicant whose token was sent, if one was */
export function toEvidence(exchange: Exchange, senderEmail?: string): Evidence {
  const { answerText, answerHeaders, error: _error, ...request } = exchange;
  return {
    exchange: {
      ...runSecrets.hideIn(request),
      ...runSecrets.hideIn({ answerText, answerHeaders }, { personal: true }),
    },
    curl: makeCurl(exchange, senderEmail),
    ...(senderEmail && exchange.requestHeaders.authorization
      ? {
          tokenHint: `ask for a password by mail (auth.forgotPassword for ${senderEmail}), then log in with it: auth.login answers the token`,
        }
      : {}),
  };
}

/** In characters. Longer responses of a journey are not compared with those of the last good run. */
const maxComparedLength = 1_000_000;

/** @returns the exchange as a run keeps it: without the rest of a body that is longer than any of the contract */
export function cutExchange(exchange: Exchange): Exchange {
  const { answerText = '' } = exchange;
  if (answerText.length <= maxComparedLength) return exchange;
  const { answerHeaders } = exchange;
  return { ...exchange, answerHeaders, answerText: shortenBody(answerText) };
}

/** Reports show enough of a body to recognize it: a picture in base64 would fill them. */
export function shortenBody(text: string): string {
  const maxShownLength = 20_000;
  return text.length > maxShownLength
    ? `${copyBeginning(text, maxShownLength)}… (${text.length} characters)`
    : text;
}

/** @returns the id by which the request is found in the server's log; `undefined` where it had none */
export function findRequestId({
  requestHeaders,
}: Pick<Exchange, 'requestHeaders'>): string | undefined {
  return requestHeaders['x-request-id'];
}

/** A text about a response, without secrets and without people's data. */
export function hideSecretsInText(text: string): string {
  return runSecrets.hideIn(text, { personal: true });
}

/* The shape of a response: its fields and their types. Values do not count. */

type Shape = ReadonlyMap<string, string>;

/**
 * @returns types by path, e.g. `roles[].name` → `string`; a text that is not JSON has the type `text`, an empty one
 * `empty`
 */
export function readShape(jsonText: string | undefined): Shape {
  if (!jsonText?.trim()) return new Map([['', 'empty']]);
  const typesByPath = new Map<string, string>();
  try {
    collectTypes(parseServerJson(jsonText), '', typesByPath);
  } catch {
    return new Map([['', 'text']]);
  }
  return typesByPath;
}

/** A response of the contract has fewer fields. */
const maxShapePaths = 1000;
const maxPathLength = 200;

function collectTypes(value: unknown, path: string, typesByPath: Map<string, string>): void {
  if (typesByPath.size >= maxShapePaths || path.length > maxPathLength) return;
  if (Array.isArray(value)) {
    typesByPath.set(path, 'list');
    for (const arrayItem of value) collectTypes(arrayItem, `${path}[]`, typesByPath);
  } else if (typeof value === 'object' && value !== null) {
    if (path) typesByPath.set(path, 'object');
    for (const [name, field] of Object.entries(value))
      collectTypes(field, path ? `${path}.${name}` : name, typesByPath);
  } else {
    const valueType = value === null ? 'null' : typeof value;
    const earlierType = typesByPath.get(path);
    // A field may be null in some entries of a list and have a value in others.
    typesByPath.set(
      path,
      earlierType && earlierType !== valueType
        ? [...new Set([...earlierType.split(' or '), valueType])].sort().join(' or ')
        : valueType,
    );
  }
}

/** @returns the differences, one line each */
export function compareShapes(earlierShape: Shape, currentShape: Shape): string[] {
  const fieldPaths = [...new Set([...earlierShape.keys(), ...currentShape.keys()])];
  return fieldPaths
    .filter((path) => earlierShape.get(path) !== currentShape.get(path))
    .map(
      (path) =>
        `${path || 'the body'}: ${earlierShape.get(path) ?? 'absent'} | ${currentShape.get(path) ?? 'absent'}`,
    );
}
