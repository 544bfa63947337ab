/** The site's route table: path, who may see it, and its screen (loaded when it is opened). */
import type { ComponentType } from 'react';
import { parse } from 'regexparam';
import { matchRoute } from 'wouter';
import { type Loaded, lazily } from './lazily.ts';
import { paths, stepPaths } from './paths.ts';
import type { ScreenProps } from './screen-props.ts';

/** `anonymous`: logged-in users are sent home. `applicant`: others are sent to the log-in page. */
export type Guard = 'anyone' | 'anonymous' | 'applicant';

export interface ScreenRoute {
  name: string;
  path: string;
  guard: Guard;
  screen: Loaded<ComponentType<ScreenProps>>;
  /** `Apply now` stands in the header for visitors who are not logged in (website specification, section 2). */
  applyNow?: boolean;
}

const route = (
  name: keyof typeof paths,
  guard: Guard,
  screen: () => Promise<{ default: ComponentType<ScreenProps> }>,
  applyNow = false,
): ScreenRoute => ({
  name,
  path: paths[name],
  guard,
  screen: lazily(screen),
  applyNow,
});

const publicRoutes: readonly ScreenRoute[] = [
  route('home', 'anyone', () => import('./screens/home/home.tsx'), true),
  route('about', 'anyone', () => import('./screens/about/about.tsx'), true),
  route('contact', 'anyone', () => import('./screens/contact/contact.tsx')),
  route('degreePrograms', 'anyone', () => import('./screens/programs/degree-programs.tsx'), true),
  route('shortPrograms', 'anyone', () => import('./screens/programs/short-programs.tsx'), true),
  route('admission', 'anyone', () => import('./screens/admission/admission.tsx'), true),
  route('disclaimer', 'anyone', () => import('./screens/disclaimer/disclaimer.tsx')),
  route('register', 'anonymous', () => import('./screens/register/register.tsx')),
  route('registered', 'anonymous', () => import('./screens/register/registered.tsx')),
  route('activate', 'anonymous', () => import('./screens/activation/activate.tsx')),
  route('createPassword', 'anonymous', () => import('./screens/activation/create-password.tsx')),
  route('passwordCreated', 'anonymous', () => import('./screens/activation/password-created.tsx')),
  route('login', 'anonymous', () => import('./screens/login/login.tsx')),
  route('forgotPassword', 'anonymous', () => import('./screens/recovery/forgot-password.tsx')),
  route(
    'resetConfirmation',
    'anonymous',
    () => import('./screens/recovery/reset-confirmation.tsx'),
  ),
  route('changePassword', 'anonymous', () => import('./screens/recovery/change-password.tsx')),
  route('passwordChanged', 'anonymous', () => import('./screens/recovery/password-changed.tsx')),
  route('resendEmail', 'anonymous', () => import('./screens/recovery/resend-email.tsx')),
  route('emailResent', 'anonymous', () => import('./screens/recovery/email-resent.tsx')),
  route('terms', 'anyone', () => import('./screens/terms/terms.tsx')),
  route('receipt', 'anyone', () => import('./screens/receipt/receipt.tsx')),
  route('receiptSample', 'anyone', () => import('./screens/receipt-sample/receipt-sample.tsx')),
];

/** Their screens are listed in a file of their own, which the public pages need not carry. */
const stepRoutes = (Object.keys(stepPaths) as (keyof typeof stepPaths)[]).map(
  (name): ScreenRoute => ({
    name,
    path: stepPaths[name],
    guard: 'applicant',
    screen: lazily(async () => (await import('./step-screens.ts')).screens[name]()),
  }),
);

export const routes: readonly ScreenRoute[] = [...publicRoutes, ...stepRoutes];

const notFound: ScreenRoute = {
  name: 'notFound',
  path: '*',
  guard: 'anyone',
  screen: lazily(() => import('./screens/not-found/not-found.tsx')),
};

/** @returns the route of a path as it stands in the address, whatever its case; the not-found page otherwise */
export function findRoute(path: string): { route: ScreenRoute; params: Record<string, string> } {
  for (const route of [...routes, notFound]) {
    const [matches, params] = matchRoute(parse, route.path, path);
    if (matches) return { route, params: decoded(params) };
  }
  throw new Error('The last route matches every path');
}

function decoded(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, raw = '']) => {
      try {
        return [name, decodeURIComponent(raw)];
      } catch {
        return [name, raw];
      }
    }),
  );
}
