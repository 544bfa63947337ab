import { useHydrated } from '../site/hydrated.ts';
import { useSite } from '../site/site.ts';

/** Address, phones and e-mail of the settings; they are read in the browser, so the prerendered page has none. */
export function ContactDetails() {
  const { settings } = useSite();
  if (!useHydrated()) return <address />;
  const { address, phones, email } = settings.contact;
  return (
    <address>
      <p className="lines">
        {address.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
      <p className="lines">
        {phones.map((phone) => (
          <a key={phone} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
            {phone}
          </a>
        ))}
        <a href={`mailto:${email}`}>{email}</a>
      </p>
    </address>
  );
}
