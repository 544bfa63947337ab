import type { Dialect } from '@one-planet/contract/wire';
import { AdmissionsError, type Client, type ClientOptions, createClient } from '@one-planet/sdk';
import { QueryClientProvider } from '@tanstack/react-query';
import { createStore, Provider, useAtom, useAtomValue } from 'jotai';
import { Suspense, use, useEffect, useLayoutEffect, useRef } from 'react';
import { Redirect, Router, useRouter } from 'wouter';
import { makeLoginPath, readPathAfterLogin } from '../site/addresses.ts';
import { isHydratedAtom, sessionAtom } from '../site/atoms.ts';
import { watchCalls } from '../site/calls.ts';
import { createSiteQueries, endSession, type Site, SiteContext, useSite } from '../site/client.ts';
import { createClock } from '../site/clock.ts';
import type { Settings } from '../site/config.ts';
import { hasProxyErrorStatus } from '../site/host.ts';
import { reportInteractive } from '../site/page-handover.ts';
import { type FoundRoute, findRoute } from '../site/routes.ts';
import { readSession, readToken } from '../site/stored-session.ts';
import { plainPath, prefix } from '../texts/current.ts';
import { markPageShown } from '../ui/heading.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { CrashBoundary } from './crash.tsx';
import { Frame } from './frame.tsx';
import { prepareScreen, screens } from './screens.ts';

/** The whole site. @param ssrPath the page to render where there is no browser */
export function App({ site, ssrPath }: { site: Site; ssrPath?: string }) {
  return (
    <SiteContext value={site}>
      <Provider store={site.store}>
        <QueryClientProvider client={site.queryClient}>
          <Router base={prefix} {...(ssrPath === undefined ? {} : { ssrPath: prefix + ssrPath })}>
            <Page />
          </Router>
        </QueryClientProvider>
      </Provider>
    </SiteContext>
  );
}

function Page() {
  const router = useRouter();
  // Not wouter's useLocation, which decodes the whole path: each parameter has to be decoded once, by itself.
  const [address] = router.hook(router);
  const path = plainPath(address);
  const route = findRoute(path);
  useScrollToTop(path);
  return (
    <Frame route={route}>
      <CrashBoundary key={path}>
        <Suspense fallback={<Skeleton isWholePage />}>
          <Guarded route={route} path={path}>
            <Screen key={path} {...route} />
          </Guarded>
        </Suspense>
      </CrashBoundary>
    </Frame>
  );
}

/**
 * Scrolls to the top when the route changes; after a reload the browser restores the position. It does so at once, not
 * when the screen's script is loaded, because what she is about to tap would move away.
 */
function useScrollToTop(path: string): void {
  const shownPathRef = useRef(path);
  useLayoutEffect(() => {
    if (shownPathRef.current !== path) scrollTo(0, 0);
    shownPathRef.current = path;
  }, [path]);
}

interface GuardedProps {
  route: FoundRoute;
  path: string;
  children: React.ReactNode;
}

/** Who may see a page (specification/website §4). */
function Guarded({ route: { guard, guardsItself }, path, children }: GuardedProps) {
  const session = useAtomValue(sessionAtom);
  const isHydrated = useAtomValue(isHydratedAtom);
  if (guard === 'applicant' && isHydrated && !guardsItself) {
    if (!session) return <Redirect to={makeLoginPath(path + location.search)} replace />;
  }
  if (guard === 'anonymous' && session && !guardsItself) {
    return <Redirect to={readPathAfterLogin(location.search)} replace />;
  }
  return children;
}

function Screen({ name, params }: FoundRoute) {
  const Component = use(screens[name].load());
  return (
    <>
      <Component params={params} />
      <PageOpened />
    </>
  );
}

/** Runs once the screen of a route is shown. */
function PageOpened() {
  const site = useSite();
  const { apiBase } = site.settings;
  const [isHydrated, setIsHydrated] = useAtom(isHydratedAtom);
  useEffect(() => {
    // The canonical link names the first page only; phones share it in place of the address.
    if (!site.isFirstPage) document.querySelector('link[rel=canonical]')?.remove();
    // The frame is hydrated before the screen, so from now on nothing on the page is prerendered.
    document.getElementById('root')?.removeAttribute('data-page');
    setIsHydrated(true);
    markPageShown(site);
  }, [setIsHydrated, site]);
  // What was pressed is repeated only now, because secret fields get their names after the hydration.
  useEffect(() => {
    if (isHydrated) reportInteractive(apiBase);
  }, [isHydrated, apiBase]);
  return null;
}

/** The read that tells whether the API answers: a short list, and nobody's token in it. */
const apiCheckOptions = { retry: { attempts: 1 }, timeout: 5_000, token: null } as const;

/** @returns whether the API itself has answered a call, be it with a refusal */
function isAnswered(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    (error: unknown) =>
      error instanceof AdmissionsError &&
      error.status !== undefined &&
      !hasProxyErrorStatus({ status: error.status }),
  );
}

/**
 * Creates the site's context; tests create many.
 * @param clientOptions further options of the API client, e.g. `fetch`
 */
export function createSite(
  settings: Settings,
  dialect: Dialect,
  clientOptions: Partial<ClientOptions> = {},
): Site {
  const store = createStore();
  const clock = createClock();
  const calls = watchCalls(store, settings, {
    send: clientOptions.fetch,
    isApiAnswering: () => isAnswered(api.bankAccounts.list(apiCheckOptions)),
  });
  const apiOptions = {
    baseUrl: settings.apiBase,
    dialect,
    session: {
      token: () => readToken(clock),
      onUnauthorized: () => endSession(site, { withNotice: true }),
    },
    anonymousFallback: true,
    ...clientOptions,
    ...calls.clientOptions,
  };
  const api: Client = createClient(apiOptions);
  const site: Site = {
    settings,
    dialect,
    store,
    api,
    ...createSiteQueries(api, () => store.get(sessionAtom)?.email),
    prepare: prepareScreen,
    takeFailedCallCode: calls.takeFailedCallCode,
    clock,
    isFirstPage: true,
    lastTask: Promise.resolve(),
    outboxRun: {},
    logOutCount: 0,
  };
  site.store.set(sessionAtom, readSession(clock));
  return site;
}
