import { pageLimits } from '@one-planet/contract/site-limits';
import { Link } from 'wouter';
import { note } from '../language/current.ts';
import { paths } from '../routes.ts';
import { ContactDetails } from '../ui/contact-details.tsx';
import { Text } from '../ui/text.tsx';
import { texts } from '../words/frame.ts';
import { Logo } from './logo.tsx';

export function Footer() {
  const { footer } = texts;
  return (
    <footer className="footer">
      <div className="footer-columns">
        <div>
          <Logo />
          <p className="social">
            {footer.social.map(({ id, name }) => (
              // No links yet: their targets are empty, as specified.
              <span key={id} className={`icon ${id}`} title={name}>
                <span className="hidden">{name}</span>
              </span>
            ))}
          </p>
        </div>
        <ul>
          <li>
            <Link to={paths.home}>{texts.home}</Link>
          </li>
          <li>
            <Link to={paths.about}>{texts.about}</Link>
          </li>
          {footer.withoutTarget.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <ContactDetails />
      </div>
      <p className="copyright">
        <Text>{footer.copyright(pageLimits.copyrightYear)}</Text>{' '}
        <Link to={paths.terms}>{footer.terms}</Link>{' '}
        <Link to={paths.privacy}>{footer.privacy}</Link>
      </p>
      {note && <p className="copyright">{note}</p>}
    </footer>
  );
}
