import { readMessage } from '@one-planet/contract/messages';
import { AdmissionsError, OffContractError } from '@one-planet/sdk';

/** What a form's call came to: a status with what the server said, or `status: 0` when it was not reached. */
export interface Answered {
  status: number;
  body?: unknown;
  /** The server's words for a person; empty where it had none. */
  message: string;
}

/**
 * Waits for a call and never throws for what a backend or a network can do. A status the contract does not
 * declare counts as that status.
 */
export async function answerOf(
  call: Promise<{ status: number; body: unknown }>,
): Promise<Answered> {
  try {
    const { status, body } = await call;
    return { status, body, message: readMessage(body) };
  } catch (error) {
    if (!(error instanceof AdmissionsError)) throw error;
    logFailure(error);
    // A page instead of an answer, with the status of a success: something else than the backend was reached.
    if (error instanceof OffContractError && error.status < 400) return { status: 0, message: '' };
    return { status: error.status ?? 0, message: readMessage(error.text) };
  }
}

/**
 * Waits for what is read. A failed fetch is logged (website specification, section 8), and so is an answer that can
 * not be used: answers are not held against the contract in the browser.
 * @throws what the call throws; {TypeError} where the answer is not right
 */
export async function readOf<T>(
  call: Promise<unknown>,
  isRight: (answer: unknown) => answer is T,
): Promise<T> {
  try {
    const answer = await call;
    if (!isRight(answer)) throw new TypeError('The answer can not be used');
    return answer;
  } catch (error) {
    logFailure(error);
    throw error;
  }
}

/** What a log may hold of a failure: what was asked and how it ended, never what was sent or said. */
function logFailure(error: unknown): void {
  if (!(error instanceof AdmissionsError)) console.error((error as Error).name);
  else if (error.name !== 'AbortedError') {
    console.error(`${error.operation}: ${error.name}${error.status ? ` ${error.status}` : ''}`);
  }
}
