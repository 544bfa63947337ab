import type { Client } from '@one-planet/sdk';
import { paths } from '../../routes.ts';
import { type Answered, answerOf } from '../../site/answers.ts';
import type { Site } from '../../site/site.ts';
import { fieldsOf, textOf } from '../../site/unchecked.ts';
import { activation as texts } from './words.ts';

/** Passed to the password page (website specification, section 2). */
export interface ActivationState {
  status: string;
  token: string;
  email?: string;
  firstName?: string;
  lastName?: string;
}

export interface ActivationFailure {
  message: string;
  /** The page that closing the message opens; none if trying again may help. */
  leadsTo?: string;
}

type Activated = Answered<Awaited<ReturnType<Client['applicants']['activate']>>>;

/** One call per token: the link works once, and React may run the effect twice. */
const calls = new Map<string, Promise<Activated>>();

/** Activates the account. @returns what the password page needs, or what went wrong */
export async function activate(
  { api }: Site,
  token: string,
): Promise<{ state: ActivationState } | ActivationFailure> {
  const call =
    calls.get(token) ?? answerOf(api.applicants.activate({ params: { token }, body: undefined }));
  calls.set(token, call);
  const answer = await call;
  if (answer.status === 200 || answer.status === 201) {
    const said = fieldsOf(answer.body);
    return {
      state: {
        // The link has worked, whatever the body says: what follows is the password.
        status: textOf(said.status) || 'NOT_ACTIVATED',
        email: textOf(said.email),
        firstName: textOf(said.firstName),
        lastName: textOf(said.lastName),
        token: textOf(said.token) || token,
      },
    };
  }
  calls.delete(token);
  return activationFailure(answer);
}

/** What to say of a failed activation, and which page follows (website specification, sections 4 and 8). */
export function activationFailure({
  status,
  message,
}: Pick<Activated, 'status' | 'message'>): ActivationFailure {
  if (status === 0) return { message: texts.network };
  if (status === 409) return { message: message || texts.notFound, leadsTo: paths.login };
  return { message: texts.notFound, leadsTo: paths.register };
}
