import { useHydrated } from '../site/hydrated.ts';
import { useSite } from '../site/site.ts';
import { Lines } from './lines.tsx';
import { phoneOf, telOf } from './tel.ts';

/**
 * Address, phones and e-mail of the settings. They are read in the browser; where scripts are switched off, those of the
 * build stand there, if it was given the settings of a deployment.
 */
export function ContactDetails() {
  const { settings } = useSite();
  return (
    <address>
      {useHydrated() ? <Details /> : <noscript>{settings.siteUrl && <Details />}</noscript>}
    </address>
  );
}

function Details() {
  const { address, phones, email } = useSite().settings.contact;
  return (
    <>
      <Lines>
        {address.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </Lines>
      <Lines>
        {phones.map((phone) => (
          <a key={phone} href={telOf(phone)}>
            {phoneOf(phone)}
          </a>
        ))}
        <a href={`mailto:${email}`} translate="no">
          {email}
        </a>
      </Lines>
    </>
  );
}
