import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useRouter } from 'wouter';
import { makeAdmissionPath } from '../site/addresses.ts';
import { isHydratedAtom, sessionAtom } from '../site/atoms.ts';
import { usePrograms } from '../site/catalogue.ts';
import { useSite } from '../site/client.ts';
import { makePortalHomeUrl } from '../site/portals.ts';
import { paths } from '../site/routes.ts';
import { makeLanguagePath } from '../site/site-path.ts';
import { code as current, plainPath } from '../texts/current.ts';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { languages } from '../texts/languages.ts';
import { Text } from '../ui/blocks.tsx';
import { Boundary, LazyPart, lazyExport } from '../ui/lazy-part.tsx';
import { Retry } from '../ui/loading.tsx';

const lazyUserActions = lazyExport(() => import('../applicant/session.tsx'), 'UserActions');

/** One menu for all widths: the stylesheet folds it, or its links alone, behind a button where it does not fit. */
export function Header({ hasApplyNow }: { hasApplyNow: boolean | undefined }) {
  const { settings } = useSite();
  const session = useAtomValue(sessionAtom);
  const isHydrated = useAtomValue(isHydratedAtom);
  const [isOpen, setOpen] = useOpenUntilNavigation();
  const { buttonRef, menuRef } = useMenuKeys(isOpen, () => setOpen(false));
  return (
    <header className="header" data-open={isOpen} data-mine={session !== null}>
      <div className="header-row">
        <Logo />
        <button
          ref={buttonRef}
          type="button"
          className="menu-button"
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => setOpen(!isOpen)}
        >
          <span>{isOpen ? texts.closeMenu : texts.menu}</span>
        </button>
        <nav id="menu" ref={menuRef} aria-label={texts.mainMenu}>
          <div className="menu-links">
            <NavLink to={paths.home}>{texts.home}</NavLink>
            <NavLink to={paths.about}>{texts.about}</NavLink>
            <SubMenu label={texts.programs}>
              <NavLink to={paths.degreePrograms}>{texts.degreePrograms}</NavLink>
              <NavLink to={paths.shortPrograms}>{texts.shortPrograms}</NavLink>
            </SubMenu>
            <Boundary>
              <AdmissionsMenu />
            </Boundary>
            <NavLink to={paths.contact}>{texts.contact}</NavLink>
            <a
              href={isHydrated ? makePortalHomeUrl(settings, 'student') : undefined}
              rel="noreferrer"
            >
              <Text>{texts.studentPortal}</Text>
              <span className="hidden">{` ${texts.opensOtherSite}`}</span>
            </a>
          </div>
          {session ? (
            <LazyPart lazyComponent={lazyUserActions} props={{}} />
          ) : (
            <NavLink to={paths.login}>{texts.login}</NavLink>
          )}
        </nav>
        {hasApplyNow && !session && (
          <Link className="button primary apply" to={paths.disclaimer}>
            {texts.applyNow}
          </Link>
        )}
        <Languages />
      </div>
    </header>
  );
}

/** A menu link; marks the current page. */
function NavLink({ to, children }: { to: string; children: ReactNode }) {
  const [path] = useLocation();
  const isCurrent = isSamePage(path, decodeURI(to));
  return (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
}

function isSamePage(path: string, otherPath: string): boolean {
  const normalize = (path: string) => path.toLowerCase().replace(/\/$/, '');
  return normalize(path) === normalize(otherPath);
}

/** Whether a menu is open; opening another page closes it. */
function useOpenUntilNavigation(): [open: boolean, setOpen: (open: boolean) => void] {
  const [path] = useLocation();
  const [openOnPath, setOpenOn] = useState('');
  if (openOnPath && openOnPath !== path) setOpenOn('');
  return [openOnPath === path, (open) => setOpenOn(open ? path : '')];
}

/**
 * The keyboard of the folded menu: Tab cycles between its button and its last entry, Escape closes it and focuses the
 * button. On wide screens the button is hidden, and the keys do nothing.
 */
function useMenuKeys(isOpen: boolean, close: () => void) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const menuRef = useRef<HTMLElement>(null);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    const menuButton = buttonRef.current;
    if (!menuButton || !menuRef.current || getComputedStyle(menuButton).display === 'none') return;
    // Escape closes an open submenu first.
    const hasNoOpenSubmenu = !menuRef.current.querySelector('[aria-expanded="true"]');
    if (key === 'Escape' && hasNoOpenSubmenu) {
      close();
      menuButton.focus();
    }
    if (key !== 'Tab') return;
    const focusableElements = Array.from(
      menuRef.current.querySelectorAll<HTMLElement>('a[href], button'),
    );
    const [lastEntry] = focusableElements
      .filter((element) => !element.closest('[hidden]'))
      .reverse();
    const [edgeElement, nextElement] = shiftKey ? [menuButton, lastEntry] : [lastEntry, menuButton];
    if (event.target !== edgeElement) return;
    event.preventDefault();
    nextElement?.focus();
  });
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen]);
  return { buttonRef, menuRef };
}

interface SubMenuProps {
  label: string;
  onOpen?: () => void;
  children: ReactNode;
}

/** A menu under its own button; closes on Escape, on a click or focus elsewhere, and on another page. */
function SubMenu({ label, onOpen, children }: SubMenuProps) {
  const [isOpen, setOpen] = useOpenUntilNavigation();
  const boxRef = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(() => setOpen(false));
  useEffect(() => {
    if (!isOpen) return;
    const closeOnLeave = (event: Event) => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      const isInside = event.target instanceof Node && boxRef.current?.contains(event.target);
      if (event.type === 'keydown' ? !isEscape : isInside) return;
      close();
      if (isEscape) boxRef.current?.querySelector('button')?.focus();
    };
    const eventTypes = ['keydown', 'focusin', 'pointerdown'];
    for (const eventType of eventTypes) addEventListener(eventType, closeOnLeave);
    return () => {
      for (const eventType of eventTypes) removeEventListener(eventType, closeOnLeave);
    };
  }, [isOpen]);
  const toggle = () => {
    setOpen(!isOpen);
    onOpen?.();
  };
  return (
    <div className="submenu" ref={boxRef}>
      <button type="button" aria-expanded={isOpen} onClick={toggle}>
        {label}
      </button>
      <div className="submenu-list" hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}

/** One entry per program; the list is fetched when the menu is first opened. */
function AdmissionsMenu() {
  const [isRequested, setRequested] = useState(false);
  const { data, isError, isOutdated, refetch } = usePrograms(isRequested);
  return (
    <SubMenu label={texts.admissions} onOpen={() => setRequested(true)}>
      {data?.map(({ id, name }) => (
        <NavLink key={id} to={makeAdmissionPath(name)}>
          {name}
        </NavLink>
      ))}
      {data?.length === 0 && <p>{texts.noPrograms}</p>}
      {isOutdated && <Retry text={texts.programsOld} onRetry={refetch} />}
      {isError && <Retry text={texts.programsFailed} onRetry={refetch} />}
      {!data && !isError && <p className="loading">{`${texts.loading}…`}</p>}
    </SubMenu>
  );
}

/** The college's mark and name. */
export function Logo() {
  return (
    <Link className="mark" to={paths.home}>
      <img src="/mark.svg" alt="" width="40" height="40" />
      <span>{texts.college}</span>
    </Link>
  );
}

/**
 * Links to this page in each language; the header shows only the others. inline-script.ts remembers the choice and adds
 * the query and the hash.
 */
export function Languages() {
  const router = useRouter();
  // Not wouter's useLocation, which decodes the path: what was encoded in a parameter would become a part of the path.
  const [address] = router.hook(router);
  return (
    <p className="languages">
      {Object.entries(languages).map(([code, name]) => (
        <a
          key={code}
          href={makeLanguagePath(code, plainPath(address))}
          lang={code}
          aria-current={code === current || undefined}
        >
          {name}
        </a>
      ))}
    </p>
  );
}
