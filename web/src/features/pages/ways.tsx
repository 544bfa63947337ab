import type { Settings } from '../../config.ts';
import { useContent } from '../../content/use-content.ts';
import { useHydrated } from '../../site/hydrated.ts';
import { useSite } from '../../site/site.ts';
import { Lines } from '../../ui/lines.tsx';
import { phoneOf, telOf } from '../../ui/tel.ts';
import { contact as texts } from './words.ts';

/**
 * The ways to the college. Those of `config.json` come with the script, into places that are kept for them; where scripts
 * are switched off, those of the build stand there, if it was given the settings of a deployment.
 */
export function Ways() {
  const { contact, siteUrl } = useSite().settings;
  if (useHydrated()) return <List {...contact} />;
  return (
    <>
      <noscript>{siteUrl && <List {...contact} />}</noscript>
      <List address={contact.address.map(blank)} phones={contact.phones.map(blank)} email="" />
    </>
  );
}

/** A line's place: lines need texts that differ. */
function blank(_line: string, index: number): string {
  return ' '.repeat(index + 1);
}

/** @param contact with an empty `email`: its lines are only places */
function List({ address, phones, email }: Settings['contact']) {
  const { telegram, openingHours } = useContent();
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(address.join(', '))}`;
  return (
    <ul className="ways">
      <li>
        <h2>{texts.call}</h2>
        <Lines>
          {phones.map((phone) => (
            <a key={phone} href={email ? telOf(phone) : undefined}>
              {phoneOf(phone)}
            </a>
          ))}
        </Lines>
        {openingHours && (
          <>
            <h3>{texts.hours}</h3>
            <Lines>
              {openingHours.map((hours) => (
                <span key={hours}>{hours}</span>
              ))}
            </Lines>
          </>
        )}
      </li>
      <li>
        <h2>{texts.write}</h2>
        <Lines>
          <a href={email ? `mailto:${email}` : undefined} translate="no">
            {email}
          </a>
          <span>{texts.writeText}</span>
        </Lines>
      </li>
      {telegram && (
        <li>
          <h2>{texts.telegram}</h2>
          <Lines>
            <a href={telegram} rel="noreferrer">
              {texts.openTelegram}
            </a>
            <span>{texts.telegramText}</span>
          </Lines>
        </li>
      )}
      <li>
        <h2>{texts.visit}</h2>
        <Lines>
          {address.map((line) => (
            <span key={line}>{line}</span>
          ))}
          <a href={email ? map : undefined} rel="noreferrer">
            {texts.map}
          </a>
        </Lines>
      </li>
    </ul>
  );
}
