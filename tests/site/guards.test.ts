/** Which page is shown in which state, and where everybody else is sent (journey specification, sections 2, 4 and 6). */
import { applicantStates, lifecycle, proceedTo } from '@one-planet/contract';
import { precreatedPassword } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type ApplicantRouteName, paths as stepPaths } from '../../web/src/app/routes.ts';
import {
  heading,
  newApplicant,
  openAs,
  ready,
  type State,
  signIn,
  useCleanDemo,
} from '../support/demo.ts';
import { answer, callsOf, path } from '../support/page.ts';

const demo = await useCleanDemo();

type Name = ApplicantRouteName;

const titleOf: Record<Name, string> = {
  takeExam: 'Digital Literacy Test',
  examResult: 'Digital Literacy Test Result',
  offlinePayment: 'Application Payment Form',
  finalizePayment: 'Payment Details Uploaded Successfully',
  pendingPayVerification: 'Your payment is being verified',
  editProfile: 'Edit Profile',
  biographyData: 'Biographical Data',
  educationBackground: 'Education Background',
  emergencyContact: 'Emergency Contact',
  applyProgram: 'Apply to Program',
  applyProgramConfirmation: 'Application Submitted',
};

/** The state in which a page is shown; those that no state leads to belong to the payment. */
const shownIn = new Map<string, string>([
  ...Object.entries(proceedTo).map(([state, name]) => [name, state] as const),
  ['offlinePayment', lifecycle['payments.makeOffline'].from],
  [lifecycle['payments.makeOffline'].opens, lifecycle['payments.makeOffline'].to],
]);

/** Pages around the payment send other states where those lead; the rest send them home. */
const leadsOn: readonly Name[] = [
  'examResult',
  'offlinePayment',
  'finalizePayment',
  'pendingPayVerification',
];

const names = Object.keys(titleOf) as Name[];
const titles = new Map<string, string>([
  ...names.map((name) => [stepPaths[name], titleOf[name]] as const),
  ['/', 'Your application'],
]);

type End = [path: string, title: string];

/** @returns where a page ends for a status */
function endOf(name: Name, status: string): End {
  const next: Readonly<Partial<Record<string, Name>>> = leadsOn.includes(name) ? proceedTo : {};
  const led = next[status];
  const isShown = status === (shownIn.get(name) ?? status);
  const end = isShown ? stepPaths[name] : led ? stepPaths[led] : '/';
  return [end, titles.get(end) ?? ''];
}

/** The call that reads the status. */
const statusCall = 'applicants/private/get_by_email/*';

/**
 * Opens a page with a status. Nobody can log in before she has a password, or with an unknown status: there the
 * browser fakes the answer.
 */
async function openIn(status: string, name: Name): Promise<{ page: Page; calls: string[] }> {
  const isReal = applicantStates.some((state) => state === status) && status !== 'NOT_ACTIVATED';
  const email = newApplicant(isReal ? (status as State) : 'ACTIVATED');
  let calls: string[] = [];
  const page = await openAs(demo, email, stepPaths[name], {
    before: async (page) => {
      calls = callsOf(page);
      if (!isReal) await answer(page, 200, JSON.stringify({ id: 1, status }), statusCall);
    },
  });
  return { page, calls };
}

/** Navigates inside the site, as a link does. */
const follow = (page: Page, name: Name) =>
  page.evaluate((to) => history.pushState(null, '', to), stepPaths[name]);

/** @returns where a page ended: as soon as it is complete, or after a while if it never is */
async function arrival(page: Page, end: End): Promise<End> {
  await page
    .waitForFunction(
      ([path, title]) =>
        location.pathname === path &&
        document.querySelector('h1')?.textContent === title &&
        // The title may appear before the status is known.
        !document.querySelector('main :is(.skeleton, .spinner)'),
      end,
      { timeout: 30_000 },
    )
    .catch(() => {});
  return [path(page), (await page.locator('h1').textContent()) ?? ''];
}

// Concurrently: a page that loads for the first time waits a third of a second.
describe.concurrent('every page, the first by its address and the others by links', () => {
  test.each([...applicantStates, 'ON_HOLD'].map((status, at) => [status, at] as const))(
    '%s',
    async (status, at) => {
      // Each page comes first once.
      const [first, ...others] = [...names.slice(at), ...names.slice(0, at)] as [Name, ...Name[]];
      const { page, calls } = await openIn(status, first);
      const seen = { [first]: await arrival(page, endOf(first, status)) };
      // A page that is not shown does not ask for its data.
      if (endOf(first, status)[0] === '/')
        for (const call of calls) expect(call).toMatch(/ \/(applicants|programs|contents)\//);
      for (const name of others) {
        await follow(page, name);
        seen[name] = await arrival(page, endOf(name, status));
      }
      expect(seen).toEqual(Object.fromEntries(names.map((name) => [name, endOf(name, status)])));
      await demo.giveBack(page);
    },
    300_000,
  );
});

test('whoever is not logged in is asked to, on every page, and comes back to it', async () => {
  const page = await demo.open('/login');
  for (const name of names) {
    await page.goto(demo.site + stepPaths[name]);
    const asked = `/Login?redirectUrl=${encodeURIComponent(stepPaths[name])}`;
    await page.waitForURL(demo.site + asked);
    await heading(page, 'Sign in');
  }
  const last = names.at(-1) as Name;
  const shown = shownIn.get(last) ?? 'ACTIVATED';
  await ready(page);
  await signIn(page, newApplicant(shown as State), precreatedPassword);
  const end = endOf(last, shown);
  expect(await arrival(page, end)).toEqual(end);
});
