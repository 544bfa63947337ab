/** Which page is shown in which state, and where everybody else is sent (journey specification, sections 2, 4 and 6). */
import { type ApplicantState, applicantStates, proceedTo } from '@one-planet/contract';
import { precreatedPassword } from '@one-planet/mocks';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApplicantRouteName, paths as stepPaths } from '../../web/src/routes.ts';
import { newApplicant, openAs, type State } from '../site/applicants.ts';
import { type Demo, heading, ready, signIn, startDemo } from '../site/demo.ts';
import { answer, path } from '../site/page.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(async () => {
  expect(demo.complaints).toEqual([]);
  await demo.close();
});

type Name = ApplicantRouteName;

interface Step {
  title: string;
  /** The state in which it is shown; default: all. */
  shownIn?: State;
  /** Where the other states lead; default: home. */
  otherwise?: typeof proceedTo;
}

const steps: Record<Name, Step> = {
  takeExam: { title: 'Digital Literacy Test', shownIn: 'ACTIVATED' },
  examResult: {
    title: 'Digital Literacy Test Result',
    shownIn: 'TOOK_EXAM',
    otherwise: proceedTo,
  },
  offlinePayment: {
    title: 'Application Payment Form',
    shownIn: 'TOOK_EXAM',
    otherwise: proceedTo,
  },
  finalizePayment: {
    title: 'Payment Details Uploaded Successfully',
    shownIn: 'ACTIVATION_PAID',
    otherwise: proceedTo,
  },
  pendingPayVerification: {
    title: 'Your payment is being verified',
    shownIn: 'ACTIVATION_PAID',
    otherwise: proceedTo,
  },
  editProfile: { title: 'Edit Profile' },
  biographyData: { title: 'Biographical Data', shownIn: 'BIOGRAPHIC_APPLICANT' },
  educationBackground: { title: 'Education Background', shownIn: 'BIOGRAPHIC_APPLICANT2' },
  emergencyContact: { title: 'Emergency Contact', shownIn: 'BIOGRAPHIC_APPLICANT3' },
  applyProgram: { title: 'Apply to Program', shownIn: 'READY_TO_APPLY' },
  applyProgramConfirmation: { title: 'Application Submitted', shownIn: 'APPLIED' },
};

const names = Object.keys(steps) as Name[];
const titles = new Map<string, string>([
  ...names.map((name) => [stepPaths[name], steps[name].title] as const),
  ['/', 'Building Capacity to Serve Humanity'],
]);

type End = [path: string, title: string];

/** @returns where a page ends for a status */
function endOf(name: Name, status: string): End {
  const { shownIn = status, otherwise = {} } = steps[name];
  const end = status === shownIn ? stepPaths[name] : (otherwise[status as ApplicantState] ?? '/');
  return [end, titles.get(end) ?? ''];
}

/** The call that reads the status. */
const statusCall = 'applicants/private/get_by_email/*';

/**
 * Opens a page with a status. Nobody can log in before she has a password, or with an unknown status: there the browser fakes the answer.
 */
async function openIn(status: string, name: Name): Promise<Page> {
  const isReal = applicantStates.some((state) => state === status) && status !== 'NOT_ACTIVATED';
  const email = newApplicant(isReal ? (status as State) : 'ACTIVATED');
  return openAs(demo, email, stepPaths[name], {
    before: async (page) => {
      if (!isReal) await answer(page, 200, JSON.stringify({ id: 1, status }), statusCall);
    },
  });
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
      { timeout: 10_000 },
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
      const page = await openIn(status, first);
      const seen = { [first]: await arrival(page, endOf(first, status)) };
      for (const name of others) {
        await follow(page, name);
        seen[name] = await arrival(page, endOf(name, status));
      }
      expect(seen).toEqual(Object.fromEntries(names.map((name) => [name, endOf(name, status)])));
      await demo.giveBack(page);
    },
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
  const { shownIn = 'ACTIVATED' } = steps[last];
  await ready(page);
  await signIn(page, newApplicant(shownIn), precreatedPassword);
  const end = endOf(last, shownIn);
  expect(await arrival(page, end)).toEqual(end);
});
