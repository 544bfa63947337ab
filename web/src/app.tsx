import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, use, useEffect, useLayoutEffect, useRef } from 'react';
import { Redirect, Router, useRouter } from 'wouter';
import { loginPath, pathAfterLogin } from './addresses.ts';
import { CrashBoundary } from './frame/crash-boundary.tsx';
import { Frame } from './frame/frame.tsx';
import { plainPath } from './language/addresses.ts';
import { prefix } from './language/current.ts';
import { type FoundRoute, findRoute } from './routes.ts';
import { screens } from './screens.ts';
import { tellAlive } from './site/alive.ts';
import { showHeadingFont } from './site/heading-font.ts';
import { useHydrated } from './site/hydrated.ts';
import { useSession } from './site/session.ts';
import { type Site, SiteContext, useSite } from './site/site.ts';
import { pageWasShown } from './ui/heading.tsx';
import { Skeleton } from './ui/skeleton.tsx';

/** The whole site. @param ssrPath the page to render where there is no browser */
export function App({ site, ssrPath }: { site: Site; ssrPath?: string }) {
  return (
    <SiteContext value={site}>
      <QueryClientProvider client={site.queries}>
        <Router base={prefix} {...(ssrPath === undefined ? {} : { ssrPath: prefix + ssrPath })}>
          <Page />
        </Router>
      </QueryClientProvider>
    </SiteContext>
  );
}

function Page() {
  const router = useRouter();
  // Not wouter's useLocation, which decodes the whole path: each parameter has to be decoded once, by itself.
  const [address] = router.hook(router);
  const path = plainPath(address);
  const route = findRoute(path);
  useTopOf(path);
  return (
    <Frame route={route}>
      <CrashBoundary key={path}>
        <Suspense fallback={<Skeleton page />}>
          <Guarded route={route} path={path}>
            <Screen key={path} {...route} />
          </Guarded>
        </Suspense>
      </CrashBoundary>
    </Frame>
  );
}

/**
 * Every change of route scrolls to the top; after a reload the browser restores the position. At once, not when the
 * screen's script has come: what she taps meanwhile would move away under her finger.
 */
function useTopOf(path: string): void {
  const shown = useRef(path);
  useLayoutEffect(() => {
    if (shown.current !== path) scrollTo(0, 0);
    shown.current = path;
  }, [path]);
}

interface GuardedProps {
  route: FoundRoute;
  path: string;
  children: React.ReactNode;
}

/** Who may see a page (website specification, section 4). */
function Guarded({ route: { guard, guardsItself }, path, children }: GuardedProps) {
  const session = useSession();
  const hydrated = useHydrated();
  if (guard === 'applicant' && hydrated && !guardsItself) {
    if (!session) return <Redirect to={loginPath(path + location.search)} replace />;
  }
  if (guard === 'anonymous' && session) {
    return <Redirect to={pathAfterLogin(location.search)} replace />;
  }
  return children;
}

function Screen({ name, params }: FoundRoute) {
  const Component = use(screens[name].load());
  return (
    <>
      <Component params={params} />
      <Opened />
    </>
  );
}

let isFirst = true;

/** What follows once the screen of a route is shown. */
function Opened() {
  const { apiBase } = useSite().settings;
  useLayoutEffect(showHeadingFont, []);
  useEffect(() => {
    // It names the page that was built; phones share it in the place of the address.
    if (!isFirst) document.querySelector('link[rel=canonical]')?.remove();
    isFirst = false;
    // The frame is hydrated before the screen; from here on nothing on the page is prerendered.
    document.getElementById('root')?.removeAttribute('data-page');
    tellAlive(apiBase);
    pageWasShown();
  }, [apiBase]);
  return null;
}
