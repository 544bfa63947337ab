/** The SDK: a typed client of the admissions API for Node and browsers. The React hooks are in `sdk/react`. */
export { encodePathParameter } from './call.ts';
export { type Client, createClient, unwrap } from './client.ts';
export { toCurl } from './curl.ts';
export {
  AbortedError,
  AdmissionsError,
  type BodyIssue,
  type BodyReason,
  ConnectionError,
  type ConnectionReason,
  OffContractError,
  RedirectError,
  RefusedError,
  TimeoutError,
  UnavailableError,
  UndeclaredStatusError,
  UsageError,
} from './errors.ts';
export type { Exchange, Incoming, Outgoing, Send } from './options.ts';
export {
  apiBase,
  type CallOptions,
  type ClientOptions,
  type RetryOptions,
  type Session,
} from './options.ts';
export { isTemporaryStatus, retryAfterMs } from './retry.ts';
export { findSecrets, type HideOptions, hidden, hideSecrets } from './secrets.ts';
