/** Applicants in any state, who exist from the start, and what is done as one of them. */
import { type ApplicantState, proceedTo } from '@one-planet/contract';
import { precreatedEmailIn, precreatedPassword } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { paths } from '../../web/src/routes.ts';
import type { Session } from '../../web/src/site/stored-session.ts';
import type { Demo, OpenOptions } from './demo.ts';

/** The states of those who have a password. */
export type State = Exclude<ApplicantState, 'NOT_ACTIVATED'>;

/** Where the backend is; its address with `/api`. */
type Api = Pick<Demo, 'api'>;

const taken = new Map<State, number>();

/** @returns the address of an applicant in this state whom no other test of the process has */
export function newApplicant(state: State): string {
  const before = taken.get(state) ?? 0;
  taken.set(state, before + 1);
  if (before >= 90) throw new Error(`There are no more applicants in ${state}: see shared.ts`);
  return precreatedEmailIn(state, before + 1);
}

/** Opens a page as an applicant who is logged in already. */
export async function openAs(
  demo: Demo,
  email: string,
  path: string,
  options: OpenOptions = {},
): Promise<Page> {
  return await demo.open(path, { ...options, session: await sessionOf(demo, email) });
}

/** @returns the page where a state leads */
function pageOf(state: State): string {
  return state in proceedTo ? paths[proceedTo[state as keyof typeof proceedTo]] : paths.home;
}

/** Opens the page where a state leads, as somebody who is in it. */
export function openStep(demo: Demo, state: State, options?: OpenOptions): Promise<Page> {
  return openAs(demo, newApplicant(state), pageOf(state), options);
}

/** What the site keeps in the session storage of an applicant who is logged in, by key. */
export type StoredSession = Readonly<Record<string, string>>;

/** @returns the session of an applicant who has just logged in */
export async function sessionOf(on: Api, email: string): Promise<StoredSession> {
  const token = await logIn(on, email);
  const { id, firstName, middleName } = await profileOf(on, email, token);
  const endsAt = Date.now() + 50 * 60_000;
  const user: Session = { id, email, firstName, middleName, endsAt };
  return { token, 'user-data': JSON.stringify(user) };
}

/** @returns the token of a pre-created applicant */
async function logIn({ api }: Api, email: string): Promise<string> {
  const answer = await fetch(`${api}/auth/public/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: precreatedPassword }),
  });
  if (!answer.ok) throw new Error(`${email}: ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
}

interface Profile {
  id: number;
  firstName: string;
  middleName: string;
  status: string;
}

async function profileOf({ api }: Api, email: string, token: string): Promise<Profile> {
  const address = `${api}/applicants/private/get_by_email/${encodeURIComponent(email)}`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as Profile;
}

/** @returns where an applicant stands, as the backend knows it */
export async function stateOf(demo: Demo, email: string): Promise<string> {
  return (await profileOf(demo, email, await logIn(demo, email))).status;
}
