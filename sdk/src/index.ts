/**
 * The SDK: a typed client of the admissions API for every runtime with `fetch`. Queries are in `query.ts`, React hooks in
 * `react.ts`.
 */
export type { Answer, AnswerOf, BodyOf, OtherStatus, ParamsOf } from './answers.ts';
export { encodePathParameter } from './call.ts';
export { createClient } from './client.ts';
export { toCurl } from './curl.ts';
export type { ConnectionReason } from './error-codes.ts';
export {
  AbortedError,
  AdmissionsError,
  type AnyAdmissionsError,
  type BodyIssue,
  type BodyReason,
  ConnectionError,
  type ErrorCode,
  isAdmissionsError,
  OffContractError,
  RedirectError,
  RefusedError,
  TimeoutError,
  UnavailableError,
  UndeclaredStatusError,
  UsageError,
} from './errors.ts';
export type { Client } from './generated/client.ts';
export type * from './generated/operations.ts';
export type { Exchange, Incoming, Outgoing, Send } from './options.ts';
export {
  apiBase,
  type CallOptions,
  type ClientOptions,
  type RetryOptions,
  type Session,
  type UploadOptions,
} from './options.ts';
export { isTemporaryStatus, retryAfterMs } from './response-headers.ts';
export {
  findSecrets,
  type HideOptions,
  hidden,
  hideSecrets,
  type WithoutSecrets,
} from './secrets.ts';
export { unwrap } from './unwrap.ts';
