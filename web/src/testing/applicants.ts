/** Logs applicants in, in any state in which they have a password. */
import type { ApplicantState } from '@one-planet/contract/lifecycle';
import { applicantsForEveryState, precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import { createClient, unwrap } from '@one-planet/sdk';
import { screen } from '@testing-library/react';
import { createClock } from '../site/clock.ts';
import { storeSession } from '../site/stored-session.ts';
import type { Network } from './network.ts';
import { renderSite, startNetwork } from './render-site.tsx';

/** The states in which an applicant has a password. */
export type State = Exclude<ApplicantState, 'NOT_ACTIVATED'>;

/** Starts a backend of its own, and logs in an applicant in a state. */
export async function startAs(state: State) {
  const network = await startNetwork({ applicants: applicantsForEveryState });
  return { network, ...(await logInAs(network, state)) };
}

/**
 * Opens the form of a step as an applicant in its state.
 * @param network default: a backend of its own
 * @param applicantNumber see `logInAs`
 */
export async function openForm(
  path: string,
  state: State,
  network?: Network,
  applicantNumber?: number,
) {
  const usedNetwork = network ?? (await startNetwork({ applicants: applicantsForEveryState }));
  await logInAs(usedNetwork, state, applicantNumber);
  const rendered = await renderSite(path, { network: usedNetwork });
  await screen.findByRole('button', { name: 'Continue' });
  return rendered;
}

/**
 * Logs a pre-created applicant in through the API, without a request of the site, and stores the session:
 * `renderSite(path, { network })` then shows the site to her.
 * @param network from `startNetwork({ applicants: applicantsForEveryState })`, or with twice as many for two in each
 *   state
 * @param applicantNumber 1 for the first in this state
 */
export async function logInAs(
  { backend }: Network,
  state: State,
  applicantNumber = 1,
): Promise<{ email: string; id: string | number }> {
  const email = precreatedEmailIn(state, applicantNumber);
  const api = createClient({
    baseUrl: 'http://mock.test/api',
    dialect: backend.options.dialect,
    fetch: (input, init) => backend.fetch(new Request(input, init)),
  });
  const { token } = await unwrap(api.auth.login({ body: { email, password: precreatedPassword } }));
  const profile = await unwrap(api.applicants.getByEmail({ params: { email }, token }));
  if (profile.status !== state) throw new Error(`${email} is ${profile.status}`);
  const { id, firstName, middleName } = profile;
  if (id == null) throw new Error(`${email} has no id`);
  storeSession(
    createClock(),
    { id, email, firstName: firstName ?? '', middleName: middleName ?? '' },
    token,
  );
  return { email, id };
}
