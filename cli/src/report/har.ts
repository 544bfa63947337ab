/** The exchanges of failures as HAR 1.2, which browsers and proxies open. */
import type { Exchange } from '@one-planet/sdk';
import type { CheckReport } from './report.ts';

/** HAR's mark for a size that is not known; secrets are hidden, so no size would be true. */
const unknownSize = -1;

export function harReport({ version, results, requests }: CheckReport): string {
  const entries = results.flatMap(({ check, evidence }) =>
    evidence ? [toEntry(evidence.exchange, check.id)] : [],
  );
  const creator = { name: 'admissions', version };
  const comment = `the exchanges of the failures: ${entries.length} of the ${requests} requests of the run`;
  return `${JSON.stringify({ log: { version: '1.2', creator, entries, comment } }, null, 2)}\n`;
}

function toEntry(exchange: Exchange, comment: string) {
  const { startedAt, durationMs } = exchange;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: toRequest(exchange),
    response: toResponse(exchange),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment,
  };
}

function toRequest({ method, url, requestHeaders, requestBody, upload }: Exchange) {
  const mimeType = upload ? 'multipart/form-data' : typeIn(requestHeaders);
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toPairs(Object.entries(requestHeaders)),
    queryString: URL.canParse(url) ? toPairs(new URL(url).searchParams) : [],
    ...(requestBody === undefined ? {} : { postData: { mimeType, params: [], text: requestBody } }),
    headersSize: unknownSize,
    bodySize: unknownSize,
  };
}

/** Without an answer the status is 0, as browsers write it. */
function toResponse({ status = 0, answerHeaders = {}, answerText }: Exchange) {
  const text = answerText ?? '';
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toPairs(Object.entries(answerHeaders)),
    content: { size: Buffer.byteLength(text), mimeType: typeIn(answerHeaders), text },
    redirectURL: headerIn(answerHeaders, 'location') ?? '',
    headersSize: unknownSize,
    bodySize: unknownSize,
  };
}

function typeIn(headers: Record<string, string>): string {
  return headerIn(headers, 'content-type') ?? 'x-unknown';
}

function headerIn(headers: Record<string, string>, wanted: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

function toPairs(entries: Iterable<[string, string]>) {
  return [...entries].map(([name, value]) => ({ name, value }));
}
