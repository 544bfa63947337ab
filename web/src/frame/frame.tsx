import { pageLimits } from '@one-planet/contract/site-limits';
import { type ReactNode, useEffect } from 'react';
import { english } from '../language/current.ts';
import type { FoundRoute } from '../routes.ts';
import { lazily } from '../site/lazily.ts';
import { useSession } from '../site/session.ts';
import { LazyPart } from '../ui/lazy-part.tsx';
import { texts } from '../words/frame.ts';
import { Banner } from './banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Languages } from './languages.tsx';
import { Notice } from './notice.tsx';

const sessionParts = lazily(() => import('../applicant/session/session-watch.tsx'));

interface FrameProps {
  route: FoundRoute;
  children: ReactNode;
}

/** What is around every page (website specification, section 2). */
export function Frame({ route, children }: FrameProps) {
  const session = useSession();
  useEffect(watchScroll, []);
  return (
    <>
      <a className="skip" href="#main">
        {texts.skip}
      </a>
      <Banner />
      <nav>
        <Languages />
      </nav>
      <Header applyNow={route.applyNow} />
      <main id="main" tabIndex={-1} lang={english?.includes(route.name) ? 'en' : undefined}>
        <Notice />
        {children}
      </main>
      <Footer />
      <button type="button" className="to-top" aria-label={texts.toTop} onClick={toTop} />
      {session && <LazyPart of={sessionParts} props={{}} />}
    </>
  );
}

/** Tells the stylesheet whether the page is scrolled past a few pixels, and past a screen. */
function watchScroll() {
  const tell = () => {
    const { dataset } = document.documentElement;
    dataset.compact = String(scrollY > pageLimits.compactHeaderAfterPx);
    dataset.far = String(scrollY > innerHeight);
  };
  tell();
  addEventListener('scroll', tell, { passive: true });
  return () => removeEventListener('scroll', tell);
}

function toTop() {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' });
}
