import { code } from '../../language/current.ts';
import { useSite } from '../../site/site.ts';
import { texts } from './words.ts';

/** How the fee can be paid, as the college tells it in `config.json`; nothing where it tells nothing. */
export function Hints() {
  const { paymentHints = {} } = useSite().settings;
  const byLanguage = 'length' in paymentHints ? { en: paymentHints } : paymentHints;
  const own = byLanguage[code];
  const hints = own ?? byLanguage.en;
  if (!hints) return null;
  return (
    <section>
      <h2>{texts.hints}</h2>
      {/* A list without languages is in no language that the site knows. */}
      <ul lang={own || hints === paymentHints ? undefined : 'en'}>
        {hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
    </section>
  );
}
