/** Opens a page again and again, each time with one odd answer, and looks at what it shows. */
import { oneInEachState } from '@one-planet/mocks';
import { cleanup } from '@testing-library/react';
import { vi } from 'vitest';
import { screens } from '../../../web/src/screens.ts';
import { dropAllDrafts } from '../../../web/src/site/drafts.ts';
import { logInAs } from '../../../web/src/testing/applicants.ts';
import { Network } from '../../../web/src/testing/network.ts';
import { complaints, renderSite, startNetwork } from '../../../web/src/testing/render-site.tsx';
import { casesOf, type OddCase } from './cases.ts';
import { type Fault, faultsOf, snapshot } from './look.ts';
import { type Heard, type Phase, record, replay, type Tape } from './recording.ts';
import { settled } from './settled.ts';
import { pathOf, type Visit } from './visit.ts';

export interface Failure {
  name: string;
  faults: Fault[];
}

/** What there was on the device before the page was opened. */
interface Before {
  session: Readonly<Record<string, string>>;
  local: Readonly<Record<string, string>>;
  param: string | undefined;
  left: unknown;
}

/** How long a page may be late, in milliseconds: the first time everything is loaded. */
const patience = { first: 20_000, later: 500 };

/** Tries a page with each odd answer. @param isWanted tells by its name whether a case is to be run */
export async function sweep(
  visit: Visit,
  isWanted: (name: string) => boolean,
): Promise<{ cases: OddCase[]; failures: Failure[] }> {
  const network = await startNetwork({ applicants: oneInEachState });
  const restore = catchErrors();
  await Promise.all(Object.values(screens).map((screen) => screen.load()));
  try {
    if (visit.state) await logInAs(network, visit.state);
    const { param, left = null } = (await visit.arrange?.(network)) ?? {};
    const before = { session: { ...sessionStorage }, local: { ...localStorage }, param, left };
    const tape = record(network, visit.given);
    await go(visit, before, tape, 40);
    const wrong = tape.heard.length > 0 ? await lookAgain(network, patience.first) : [];
    if (wrong.length > 0) throw new Error(`${visit.name}: ${JSON.stringify(wrong)}`);
    const cases = casesOf(visit, tape.heard).filter(({ name }) => isWanted(name));
    const failures: Failure[] = [];
    for (const [number, one] of cases.entries()) {
      const fresh = visit.isOnce ? { ...before, param: `token-${number}` } : before;
      const faults = await tryOne(visit, fresh, tape.heard, one, network);
      if (faults.length > 0) failures.push({ name: one.name, faults });
    }
    return { cases, failures };
  } finally {
    await leave();
    restore();
  }
}

async function tryOne(
  visit: Visit,
  before: Before,
  heard: readonly Heard[],
  one: OddCase,
  { backend }: Network,
): Promise<Fault[]> {
  const tape = replay(new Network(backend), heard, one);
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
    const faults = faultsOf(snapshot());
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
  // The SDK tells the progress of an upload by XMLHttpRequest, which would reach for a real network.
  vi.stubGlobal('XMLHttpRequest', undefined);
  vi.spyOn(location, 'assign').mockImplementation(() => {});
  return () => {
    process.off('unhandledRejection', keep);
    for (const other of others) process.on('unhandledRejection', other);
    window.removeEventListener('error', onError);
    vi.unstubAllGlobals();
  };
}
