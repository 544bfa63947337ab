import { type Fact, useFacts } from '../content/facts.ts';
import { facts as texts } from '../content/words.ts';

/** Four short answers: whether it counts, what it costs, how long it takes, when or how it begins. */
export function Facts() {
  return (
    <section className="glance" aria-label={texts.label}>
      <dl>
        {useFacts().map((fact) => (
          <OneFact key={fact.label} {...fact} />
        ))}
      </dl>
    </section>
  );
}

function OneFact({ label, value, note, link }: Fact) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>
          {link ? (
            <a href={link} rel="noreferrer">
              {value}
            </a>
          ) : (
            value
          )}
        </strong>
        {note && <span>{note}</span>}
      </dd>
    </div>
  );
}
