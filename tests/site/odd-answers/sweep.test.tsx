/** Opens each page of the site again and again, each time with one odd answer, and looks at what it shows. */
import type { Operation, OperationName } from '@one-planet/contract';
import { oneInEachState } from '@one-planet/mocks';
import { cleanup } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { screens } from '../../../web/src/app/screens.ts';
import { dropAllDrafts } from '../../../web/src/offline/drafts.ts';
import { findRoute, type RouteName } from '../../../web/src/site/routes.ts';
import { logInAs } from '../../../web/src/testing/applicants.ts';
import { Network } from '../../../web/src/testing/network.ts';
import { complaints, renderSite, startNetwork } from '../../../web/src/testing/render-site.tsx';
import {
  type Answer,
  type Fault,
  faultsSeen,
  type OddAnswer,
  oddAnswers,
  operationOf,
} from './oddities.ts';
import {
  type Given,
  type Phase,
  pathOf,
  settled,
  type Tape,
  type Visit,
  visits,
} from './visits.ts';

const early = ['ACTIVATED', 'TOOK_EXAM'];

/** Part of a case's name, to run it alone: `ODD_ANSWER='login, pressed: auth.login roles' npx vitest …`; empty for all. */
const wanted = process.env.ODD_ANSWER;
/** Unless cases are named, every twentieth is tried: all of them take a quarter of an hour. */
const step = wanted === undefined ? 20 : 1;

test.each([
  ['before the login', visits.filter(({ state }) => state === undefined)],
  ['up to the payment', visits.filter(({ state = '' }) => early.includes(state))],
  ['after it', visits.filter(({ state }) => state !== undefined && !early.includes(state))],
])(
  '%s no odd answer takes the page, the way on or the words away',
  async (_when, all) => {
    const isWanted = ({ name }: Visit) => !wanted || wanted.startsWith(`${name},`);
    const failures: string[] = [];
    for (const visit of all.filter(isWanted))
      failures.push(...(await sweep(visit, (name) => name.includes(wanted ?? ''))));
    expect(failures).toEqual([]);
  },
  900_000,
);

/** The device before the page was opened. */
interface Before {
  session: Readonly<Record<string, string>>;
  local: Readonly<Record<string, string>>;
  param: string | undefined;
  left: unknown;
}

/** How long a page may be late, in milliseconds: the first time everything is loaded. */
const patience = { first: 20_000, later: 500 };

/** Tries a page with each odd answer. @param isWanted whether the case of this name is to be run @returns what was wrong */
async function sweep(visit: Visit, isWanted: (name: string) => boolean): Promise<string[]> {
  const network = await startNetwork({ applicants: oneInEachState });
  const restore = catchErrors();
  await Promise.all(Object.values(screens).map((screen) => screen.load()));
  try {
    if (visit.state) await logInAs(network, visit.state);
    const { param, left = null } = (await visit.arrange?.(network)) ?? {};
    const before = { session: { ...sessionStorage }, local: { ...localStorage }, param, left };
    const heard: Heard[] = [];
    const tape = tapeOf(network, heard, visit.given);
    await go(visit, before, tape, 40);
    const wrong = heard.length > 0 ? await lookAgain(network, patience.first) : [];
    if (wrong.length > 0) throw new Error(`${visit.name}: ${JSON.stringify(wrong)}`);
    const cases = casesOf(visit, heard).filter(({ name }, at) => isWanted(name) && at % step === 0);
    const failures: string[] = [];
    for (const [number, one] of cases.entries()) {
      const fresh = visit.isOnce ? { ...before, param: `token-${number}` } : before;
      const faults = await tryOne(visit, fresh, heard, one, network);
      const seen = faults.map((fault) => `${fault.kind} (${fault.seen})`);
      if (seen.length > 0) failures.push(`${one.name}: ${[...new Set(seen)].join(', ')}`);
    }
    return failures;
  } finally {
    await leave();
    restore();
  }
}

async function tryOne(
  visit: Visit,
  before: Before,
  heard: Heard[],
  one: OddCase,
  { backend }: Network,
): Promise<Fault[]> {
  const tape = tapeOf(new Network(backend), heard, {}, one);
  try {
    await go(visit, before, tape, 4, one.phase);
    return await lookAgain(tape.network, patience.later);
  } catch (error) {
    return [{ kind: 'uncaught', seen: String(error) }, ...errors()];
  }
}

/** Looks again for a while if something is wrong: it may only be late. */
async function lookAgain(network: Network, ms: number): Promise<Fault[]> {
  const end = Date.now() + ms;
  for (;;) {
    const faults = faultsSeen();
    if (faults.length === 0 || Date.now() > end) return [...faults, ...errors()];
    await settled(network, 10);
  }
}

/** Opens the page and, unless only that is wanted, does what is done there. */
async function go(
  visit: Visit,
  { session, local, param, left }: Before,
  tape: Tape,
  turns: number,
  until: Phase = 'pressed',
): Promise<void> {
  await leave();
  for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
  for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
  const { network } = tape;
  await renderSite(pathOf(visit, param), { network, historyState: left });
  await settled(network, turns);
  if (!visit.press || until === 'opened') return;
  visit.fill?.();
  await settled(network, turns);
  tape.turn();
  await visit.press(tape);
  await settled(network, turns);
}

async function leave(): Promise<void> {
  cleanup();
  dropAllDrafts();
  sessionStorage.clear();
  localStorage.clear();
  // React takes away what is left in turns of its own.
  await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Errors that nobody caught. */
const uncaught: unknown[] = [];

/** React says that keys are missing or equal: nobody sees that. */
const harmless = /unique "key" prop|same key|not wrapped in act/;

function errors(): Fault[] {
  const said = [...complaints.splice(0), ...uncaught.splice(0).map(String)];
  return said
    .filter((line) => !harmless.test(line))
    .map((line) => ({ kind: 'uncaught', seen: line.slice(0, 200) }));
}

/** @returns what ends it */
function catchErrors(): () => void {
  const keep = (error: unknown) => uncaught.push(error);
  const onError = (event: ErrorEvent) => keep(event.error ?? event.message);
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', keep);
  window.addEventListener('error', onError);
  // The SDK reports the progress of an upload by XMLHttpRequest, which would reach for a real network.
  vi.stubGlobal('XMLHttpRequest', undefined);
  vi.spyOn(location, 'assign').mockImplementation(() => {});
  return () => {
    process.off('unhandledRejection', keep);
    for (const other of others) process.on('unhandledRejection', other);
    window.removeEventListener('error', onError);
    vi.unstubAllGlobals();
  };
}

interface Heard {
  operation: Operation;
  /** The page that asked. */
  page: RouteName;
  phase: Phase;
  answer: Answer;
}

/** An answer in the place of the backend's own, to every request of an operation in a phase. */
interface Odd {
  operation: OperationName;
  phase: Phase;
  answer: Answer;
}

/**
 * Lets a network note what its backend answers; or, with an odd answer, lets it answer as was noted but for that one.
 * The backend itself answers what nobody asked while it was noted.
 */
function tapeOf(network: Network, heard: Heard[], given: Given = {}, odd?: Odd): Tape {
  const asked: OperationName[] = [];
  let phase: Phase = 'opened';
  let wasOdd = false;
  const times = new Map<OperationName, number>();
  const known = ({ name, route }: Operation) => {
    const all = heard.filter(({ operation }) => operation.name === name);
    // A refused request has changed nothing: the answers stay those from before.
    const isRefused = wasOdd && (odd?.answer.status ?? 0) >= 400 && route.method === 'GET';
    const before = all.filter((one) => one.phase === 'opened');
    const usual = isRefused && before.length > 0 ? before : all;
    const time = times.get(name) ?? 0;
    times.set(name, time + 1);
    return usual[Math.min(time, usual.length - 1)];
  };
  network.answerWith('/', async (request, ask) => {
    const operation = operationOf(request);
    const { name, meta } = operation;
    asked.push(name);
    if (odd && name === odd.operation && phase === odd.phase) {
      wasOdd = true;
      return responseOf(odd.answer);
    }
    const before = odd && known(operation);
    if (before && meta.reads !== 'bytes') return responseOf(before.answer);
    const [page, during] = [findRoute(location.pathname).name, phase];
    const response = await ask();
    if (odd) return response;
    const { status, headers } = response;
    const isRead = meta.reads !== 'bytes';
    const own = isRead ? await response.text() : '';
    const change = given[name];
    const text = change ? JSON.stringify(change(JSON.parse(own))) : own;
    const answer = { status, type: isRead ? (headers.get('content-type') ?? '') : '', text };
    heard.push({ operation, page, phase: during, answer });
    return isRead ? responseOf(answer) : response;
  });
  return {
    network,
    asked,
    odd: odd?.operation,
    turn: () => {
      phase = 'pressed';
    },
  };
}

function responseOf({ status, type, text }: Answer): Response {
  const headers = type ? { 'content-type': type } : undefined;
  return new Response(status === 204 ? null : text, { status, ...(headers && { headers }) });
}

// The odd answers to what a page asks.

/** One odd answer to one operation of a page, under a name by which it can be run again, alone. */
interface OddCase extends Odd, OddAnswer {
  name: string;
}

/** Of what the page itself asks: the page that a press leads to has a visit of its own. */
function casesOf(visit: Pick<Visit, 'name' | 'page' | 'only'>, heard: readonly Heard[]): OddCase[] {
  const { only } = visit;
  const asked = heard.filter(
    ({ operation: { name }, page, phase }) =>
      page === visit.page &&
      (only === undefined || only.phase === phase) &&
      (only?.operations === undefined || only.operations.includes(name)),
  );
  const first = new Map<string, Heard>();
  for (const one of asked) {
    const key = `${one.phase} ${one.operation.name}`;
    first.set(key, first.get(key) ?? one);
  }
  return [...first.values()].flatMap(({ operation, phase, answer }) =>
    oddAnswers(operation, answer).map((odd) => ({
      ...odd,
      phase,
      operation: operation.name,
      name: `${visit.name}, ${phase}: ${operation.name} ${odd.where}: ${odd.oddity}`,
    })),
  );
}
