/** The people of a run: pre-created applicants, found by state and logged in. */
import type { ApplicantState } from '@one-planet/contract';
import { oneInEachState, precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import { ask, pick } from './ask.ts';

/** How many applicants the server under test starts with: six of every state. */
export const applicants = oneInEachState * 6;

/** @param turn 0 for the first applicant of the state */
export function emailOf(state: ApplicantState | null, turn = 0): string {
  return precreatedEmailIn(state, turn + 1);
}

/** @returns the token, or `unprepared` */
export async function logIn(url: string, email: string): Promise<string> {
  const body = { email, password: precreatedPassword };
  return pick((await ask(url, 'POST', '/api/auth/public/login', { body })).body, 'token');
}

/** @returns the id in the profile, or `unprepared` */
export async function idOf(url: string, email: string, token: string): Promise<string> {
  const path = `/api/applicants/private/get_by_email/${encodeURIComponent(email)}`;
  return pick((await ask(url, 'GET', path, { token })).body, 'id');
}

/** @returns the token of the newest link mailed to an address, or `unprepared` */
export async function mailedToken(url: string, email: string): Promise<string> {
  const path = `/_mock/outbox.json?to=${encodeURIComponent(email)}`;
  const link = pick((await ask(url, 'GET', path)).body, 0, 'link');
  return link.split('/').at(-1) ?? 'unprepared';
}
