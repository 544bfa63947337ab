import { useAtom, useAtomValue } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import {
  contentAtom,
  isBannerDismissedAtom,
  isHydratedAtom,
  isServiceDownAtom,
  noticeAtom,
  sessionAtom,
} from '../site/atoms.ts';
import { useSite } from '../site/client.ts';
import type { Settings } from '../site/config.ts';
import { type FoundRoute, paths } from '../site/routes.ts';
import { hasAnyExam } from '../site/storages.ts';
import { code, languageNote } from '../texts/current.ts';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { ContactDetails, DescriptionList, ServiceNote, Text } from '../ui/blocks.tsx';
import { focusHeading } from '../ui/heading.tsx';
import { LazyPart, lazyExport } from '../ui/lazy-part.tsx';
import { Header, Languages, Logo } from './header.tsx';

const lazyRunningExamNotice = lazyExport(
  () => import('../applicant/running-exam-notice.tsx'),
  'RunningExamNotice',
);
const lazySessionParts = lazyExport(() => import('../applicant/session.tsx'), 'SessionParts');

/** As specified (specification/website §9). */
const compactHeaderAfterPx = 5;

/** The frame around every page (specification/website §2). */
export function Frame({ route, children }: { route: FoundRoute; children: ReactNode }) {
  const session = useAtomValue(sessionAtom);
  const isHydrated = useAtomValue(isHydratedAtom);
  // The test is also shown if her session has ended while it runs.
  const hasExam = isHydrated && hasAnyExam();
  useEffect(watchScroll, []);
  useEffect(unfoldOnPaper, []);
  return (
    <>
      <a className="skip" href="#main">
        {texts.skip}
      </a>
      <Banner />
      {/* Only during the test, which hides the header. */}
      <nav className="exam-languages" aria-label={texts.languages}>
        <Languages />
      </nav>
      <Header hasApplyNow={route.hasApplyNow} />
      <main id="main" tabIndex={-1}>
        <Notice />
        <div role="status">
          <ServiceNote />
        </div>
        {(session || hasExam) && <LazyPart lazyComponent={lazyRunningExamNotice} props={{}} />}
        {children}
      </main>
      <Footer />
      <button type="button" className="to-top" aria-label={texts.toTop} onClick={scrollToTop} />
      {session && <LazyPart lazyComponent={lazySessionParts} props={{}} />}
    </>
  );
}

/** Notes for the stylesheet whether the page is scrolled past a few pixels, and past one screen. */
function watchScroll() {
  const markScroll = () => {
    const { dataset } = document.documentElement;
    dataset.compact = String(scrollY > compactHeaderAfterPx);
    dataset.far = String(scrollY > innerHeight);
  };
  markScroll();
  addEventListener('scroll', markScroll, { passive: true });
  return () => removeEventListener('scroll', markScroll);
}

/** Opens what is folded while the page is printed, because paper cannot be unfolded. */
function unfoldOnPaper() {
  let unfolded: HTMLDetailsElement[] = [];
  const unfold = () => {
    unfolded = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')];
    for (const details of unfolded) details.open = true;
  };
  const foldAgain = () => {
    for (const details of unfolded) details.open = false;
  };
  addEventListener('beforeprint', unfold);
  addEventListener('afterprint', foldAgain);
  return () => {
    removeEventListener('beforeprint', unfold);
    removeEventListener('afterprint', foldAgain);
  };
}

function scrollToTop() {
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: prefersReducedMotion ? 'auto' : 'smooth' });
}

/** Says that the site is under development, or what the settings say instead, and if its facts are made up, until it is dismissed in this tab. */
function Banner() {
  const [isDismissed, setDismissed] = useAtom(isBannerDismissedAtom);
  const isHydrated = useAtomValue(isHydratedAtom);
  const { example } = useAtomValue(contentAtom);
  const bannerText = pickBanner(useSite().settings.banner);
  if ((isDismissed && isHydrated) || (!bannerText && !example)) return null;
  return (
    <aside className="banner" aria-label={texts.bannerLabel}>
      <p className="banner-text">
        {bannerText && <Text>{bannerText}</Text>} {example && <Text>{texts.example}</Text>}
      </p>
      <DismissButton
        onDismiss={() => setDismissed(true)}
        focusNext={() => document.querySelector<HTMLElement>('.header a')?.focus()}
      />
    </aside>
  );
}

/** @returns the banner in the page's language; an empty text where the college wants none */
function pickBanner(banner: Settings['banner']): string {
  if (banner === undefined) return texts.banner;
  if (banner === null || typeof banner === 'string') return banner ?? '';
  return banner[code] ?? banner.en ?? '';
}

/** A line above the page, e.g. that the session has ended, with a way to log in. */
function Notice() {
  const [notice, setNotice] = useAtom(noticeAtom);
  const [path] = useLocation();
  const isLogin = path.toLowerCase() === paths.login;
  // The note that the service is down stands above the page then.
  const isHidden = useAtomValue(isServiceDownAtom) && notice?.blamesConnection;
  return (
    <div role="status">
      {notice && !isHidden && (
        <div className="notice">
          <div>
            <p>
              <Text>{notice.text}</Text>{' '}
              {notice.logInPath && !isLogin && <Link to={notice.logInPath}>{texts.logIn}</Link>}
            </p>
            {notice.unsentFields && (
              <details>
                <summary>{texts.typed}</summary>
                <DescriptionList facts={notice.unsentFields} />
              </details>
            )}
          </div>
          <DismissButton onDismiss={() => setNotice(null)} focusNext={focusHeading} />
        </div>
      )}
    </div>
  );
}

interface DismissButtonProps {
  onDismiss: () => void;
  /** Gives the focus to what follows, because the button is gone once it was pressed. */
  focusNext: () => void;
}

function DismissButton({ onDismiss, focusNext }: DismissButtonProps) {
  return (
    <button
      type="button"
      className="cross"
      aria-label={texts.dismiss}
      onClick={() => {
        onDismiss();
        focusNext();
      }}
    />
  );
}

function Footer() {
  const { footer } = texts;
  return (
    <footer className="footer">
      <div className="footer-columns">
        <div>
          <Logo />
          <ul>
            <li>
              <Link to={paths.home}>{texts.home}</Link>
            </li>
            <li>
              <Link to={paths.about}>{texts.about}</Link>
            </li>
          </ul>
          <p className="social">
            {footer.social.map(({ id, name }) => (
              // Not links, because the specification gives them no targets.
              <span key={id} className={`icon ${id}`}>
                <span className="hidden">{name}</span>
              </span>
            ))}
          </p>
        </div>
        <ContactDetails />
        <p className="fields">{footer.withoutTarget.join('\u00a0· ')}</p>
      </div>
      <div className="copyright">
        <ul>
          <li>
            <Link to={paths.terms}>{footer.terms}</Link>
          </li>
          <li>
            <Link to={paths.privacy}>{footer.privacy}</Link>
          </li>
          <li>
            <Link to={paths.accessibility}>{footer.accessibility}</Link>
          </li>
        </ul>
        <p>{footer.copyright}</p>
        {languageNote && <p>{languageNote}</p>}
      </div>
    </footer>
  );
}
