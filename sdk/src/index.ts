/** The SDK: a typed client of the admissions API for Node and browsers. React hooks are in `sdk/react`. */
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
export type { Exchange } from './exchange.ts';
export {
  apiBase,
  type CallOptions,
  type ClientOptions,
  type RetryOptions,
  type Session,
} from './options.ts';
export { type HideOptions, hidden, hideSecrets } from './secrets.ts';
export type { Incoming, Outgoing, Send } from './send.ts';
