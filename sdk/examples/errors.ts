import {
  AbortedError,
  ConnectionError,
  OffContractError,
  RedirectError,
  RefusedError,
  TimeoutError,
  UnavailableError,
  UndeclaredStatusError,
  UsageError,
} from '@one-planet/sdk';

/** @returns what to do about an error; the order matters, because some error classes extend others */
export function describeWhatToDo(error: unknown): string {
  if (error instanceof AbortedError) return 'nothing: you ended the call yourself';
  if (error instanceof UsageError) return `fix the call: ${error.message}`;
  if (error instanceof RefusedError) return `show the person: ${error.serverMessage}`;
  if (error instanceof ConnectionError) return `try later: not reached (${error.reason})`;
  if (error instanceof TimeoutError) return `try later: no answer in ${error.timeoutMs} ms`;
  if (error instanceof UnavailableError)
    return `busy (${error.status}): try in ${error.retryAfterMs ?? 5000} ms`;
  if (error instanceof RedirectError) return `fix baseUrl: it redirects to ${error.location}`;
  if (error instanceof OffContractError) return `report it to the backend team: ${error.reason}`;
  if (error instanceof UndeclaredStatusError)
    return `report it to the backend team: ${error.status}`;
  throw error;
}
