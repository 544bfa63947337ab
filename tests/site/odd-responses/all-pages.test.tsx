/** Opens each page of the site many times, each time with one odd response, and checks what it shows. */
import { type OperationName, operations } from '@one-planet/contract';
import { applicantsForEveryState } from '@one-planet/mocks';
import { cleanup } from '@testing-library/react';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { screens } from '../../../web/src/app/screens.ts';
import { dropAllDrafts } from '../../../web/src/offline/drafts.ts';
import { findRoute } from '../../../web/src/site/routes.ts';
import { logInAs } from '../../../web/src/testing/applicants.ts';
import { renderSite, startNetwork } from '../../../web/src/testing/render-site.tsx';
import { unexpectedErrors } from '../../../web/src/testing/unexpected-errors.ts';
import { findFaults, type Oddity, odditiesOf } from './oddities.ts';
import { type Phase, pathOf, type Visit, visits, waitUntilSettled } from './visits.ts';

/** Every twentieth case is tried; all of them, with 1, take long (CONTRIBUTING.md). */
const sampleInterval = Number(process.env.ODD_ANSWERS_EVERY ?? 20);

/** How long a page may take until it has no faults, in milliseconds; the first page has to load everything. */
const patienceMs = 10_000;

/** A visit in which the response to one operation is odd in one phase. */
interface Case {
  operation: OperationName;
  phase: Phase;
  oddity: Oddity;
}

beforeAll(() => Promise.all(Object.values(screens).map((screen) => screen.load())));

/** The combinations of page, phase and operation that earlier visits have tried. */
const triedKeys = new Set<string>();

let caseCount = 0;

test.each(visits)(
  '$name: after no odd response the page lacks its frame, its controls or its texts',
  async (visit) => {
    catchErrors();
    const cases: Case[] = [];
    const faultsWithoutOddity = await visitPage(visit, (operation, phase, body) => {
      const key = `${visit.page} ${phase} ${operation.name}`;
      // The page to which a press leads has its own visit.
      if (findRoute(location.pathname).name !== visit.page || triedKeys.has(key)) return body;
      triedKeys.add(key);
      const oddities = odditiesOf(operation, body);
      cases.push(...oddities.map((oddity) => ({ operation: operation.name, phase, oddity })));
      return body;
    });
    expect(faultsWithoutOddity).toEqual([]);
    const failures: string[] = [];
    for (const { operation, phase, oddity } of cases) {
      caseCount += 1;
      if (caseCount % sampleInterval !== 0) continue;
      let isCalled = false;
      const changeBody: BodyChange = ({ name }, currentPhase, body) => {
        if (name !== operation || currentPhase !== phase) return body;
        isCalled = true;
        return oddity.changeBody(body);
      };
      const faults = await visitPage(visit, changeBody, { operation, phase }).catch(
        (error: unknown) => [String(error)],
      );
      if (!isCalled) faults.push('it was not called');
      if (faults.length > 0)
        failures.push(`${phase}, ${operation}, ${oddity.name}: ${[...new Set(faults)].join(', ')}`);
    }
    expect(failures).toEqual([]);
  },
  900_000,
);

/** The seed of the next backend. The site remembers one-time links, so each backend must mail different ones. */
let backendCount = 0;

/** @returns the body that the page gets instead of the backend's */
type BodyChange = (operation: (typeof operations)[number], phase: Phase, body: string) => string;

/**
 * Opens the page with a new backend, and presses what the visit presses.
 * @param oddCall the call with the odd response: no call has to follow it, and nothing is pressed if it is one of the
 *   calls when the page opens
 * @returns a line for each fault of the page at the end
 */
async function visitPage(
  visit: Visit,
  changeBody: BodyChange,
  oddCall?: { operation: OperationName; phase: Phase },
): Promise<string[]> {
  cleanup();
  dropAllDrafts();
  sessionStorage.clear();
  localStorage.clear();
  // React finishes its clean-up in a later task.
  await new Promise((resolve) => setTimeout(resolve, 0));
  backendCount += 1;
  const network = await startNetwork({ applicants: applicantsForEveryState, seed: backendCount });
  if (visit.state) await logInAs(network, visit.state);
  const { pathParam, historyState } = (await visit.arrange?.(network)) ?? {};
  let phase: Phase = 'opened';
  const calledOperations: OperationName[] = [];
  network.respondWith('/', async (request, forward) => {
    const operation = operationOf(request);
    calledOperations.push(operation.name);
    const response = await forward();
    if (operation.meta.readsBodyAs === 'bytes') return response;
    const { status, headers } = response;
    const body = changeBody(operation, phase, await response.text());
    return new Response(status === 204 ? null : body, { status, headers });
  });
  await renderSite(pathOf(visit, pathParam), { network, historyState });
  await waitUntilSettled(network, oddCall ? 4 : 40);
  if (visit.pressControl && oddCall?.phase !== 'opened') {
    await visit.fill?.();
    await waitUntilSettled(network);
    phase = 'pressed';
    await visit.pressControl(network, calledOperations, oddCall?.operation);
    await waitUntilSettled(network, oddCall ? 4 : 40);
  }
  const deadline = Date.now() + patienceMs;
  // A fault may disappear when a slow page is finished.
  for (;;) {
    const faults = findFaults();
    if (faults.length === 0 || Date.now() > deadline) return [...faults, ...takeErrors()];
    await waitUntilSettled(network, 10);
  }
}

const routes = operations.map((operation) => ({
  operation,
  path: new RegExp(`^/api${operation.route.path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** @throws {Error} for a request that the contract does not know */
function operationOf({ method, url }: Request) {
  const { pathname } = new URL(url);
  const matchingRoute = routes.find(
    ({ operation, path }) => operation.route.method === method && path.test(pathname),
  );
  if (!matchingRoute) throw new Error(`No operation is ${method} ${pathname}`);
  return matchingRoute.operation;
}

/** Errors that no code caught. */
const uncaughtErrors: unknown[] = [];

/** Warnings of React, e.g. about missing keys, that no visitor notices. */
const harmlessErrorPattern = /unique "key" prop|same key|not wrapped in act/;

function takeErrors(): string[] {
  const lines = [...unexpectedErrors.splice(0), ...uncaughtErrors.splice(0).map(String)];
  return lines.filter((line) => !harmlessErrorPattern.test(line)).map((line) => line.slice(0, 200));
}

/** Collects uncaught errors until the test ends. */
function catchErrors(): void {
  const keepError = (error: unknown) => uncaughtErrors.push(error);
  const onError = (event: ErrorEvent) => keepError(event.error ?? event.message);
  const otherListeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', keepError);
  window.addEventListener('error', onError);
  vi.spyOn(location, 'assign').mockImplementation(() => {});
  onTestFinished(() => {
    process.off('unhandledRejection', keepError);
    for (const listener of otherListeners) process.on('unhandledRejection', listener);
    window.removeEventListener('error', onError);
    vi.unstubAllGlobals();
  });
}
