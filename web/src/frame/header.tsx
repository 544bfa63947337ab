import { Link } from 'wouter';
import { paths } from '../routes.ts';
import { useHydrated } from '../site/hydrated.ts';
import { lazily } from '../site/lazily.ts';
import { portalHome } from '../site/redirects.ts';
import { useSession } from '../site/session.ts';
import { useSite } from '../site/site.ts';
import { Boundary } from '../ui/boundary.tsx';
import { LazyPart } from '../ui/lazy-part.tsx';
import { Text } from '../ui/text.tsx';
import { texts } from '../words/frame.ts';
import { AdmissionsMenu } from './admissions-menu.tsx';
import { Languages } from './languages.tsx';
import { Logo } from './logo.tsx';
import { NavLink, SubMenu, useOpen } from './menu.tsx';

const userActions = lazily(() => import('../applicant/session/user-actions.tsx'));

/** One menu for all widths: the stylesheet folds it behind a button on narrow screens. */
export function Header({ applyNow }: { applyNow: boolean | undefined }) {
  const { settings } = useSite();
  const session = useSession();
  const hydrated = useHydrated();
  const [open, setOpen] = useOpen();
  return (
    <header className="header" data-open={open} data-mine={session !== null}>
      <div className="header-row">
        <Logo />
        <nav id="menu" aria-label={texts.mainMenu}>
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
          <a href={hydrated ? portalHome(settings, 'student') : undefined} rel="noreferrer">
            <Text>{texts.studentPortal}</Text>
            <span className="hidden">{` ${texts.opensOtherSite}`}</span>
          </a>
          {session ? (
            <LazyPart of={userActions} props={{}} />
          ) : (
            <NavLink to={paths.login}>{texts.login}</NavLink>
          )}
          <Languages />
        </nav>
        {applyNow && !session && (
          <Link className="button accent apply" to={paths.disclaimer}>
            {texts.applyNow}
          </Link>
        )}
        <button
          type="button"
          className="menu-button"
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
        >
          {texts.menu}
        </button>
      </div>
    </header>
  );
}
