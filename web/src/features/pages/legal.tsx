import { useAtomValue } from 'jotai';
import { contentAtom, isHydratedAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { formatLongDay } from '../../texts/formats.ts';
import { ContactDetails } from '../../ui/blocks.tsx';
import { FeedbackLink } from '../../ui/feedback-link.tsx';
import { Heading } from '../../ui/heading.tsx';
import { accessibilityTexts } from './accessibility-words.ts';
import { errorReportsSection, termsTexts, privacyTexts as texts } from './legal-words.ts';
import { legal } from './pages-words.ts';

interface LegalPageProps {
  texts: {
    title: string;
    lead: string;
    sections: readonly { id: string; title: string; paragraphs: readonly string[] }[];
  };
  /** The day on which the college confirmed the text, e.g. `2027-02-01`. */
  confirmationDay: string | undefined;
}

/** A legal text with a table of contents and the day of its confirmation. Its layout is made to be printed. */
function LegalPage({ texts, confirmationDay }: LegalPageProps) {
  const { title, lead, sections } = texts;
  return (
    <div className="page narrow legal">
      <Heading>{title}</Heading>
      <p className="lead">{lead}</p>
      {confirmationDay && <p className="hint">{legal.confirmed(formatLongDay(confirmationDay))}</p>}
      <nav className="panel" aria-labelledby="contents">
        <h2 id="contents">{legal.contents}</h2>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a className="alone" href={`#${section.id}`}>
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="prose">
        {sections.map((section) => (
          <section key={section.id} id={section.id}>
            <h2>{section.title}</h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

/** `/privacy_policy`: the policy that applicants agree to on the registration form. */
export function Privacy() {
  const { errorReports } = useSite().settings;
  const isHydrated = useAtomValue(isHydratedAtom);
  const sections =
    errorReports && isHydrated ? [...texts.sections, errorReportsSection] : texts.sections;
  return (
    <LegalPage
      texts={{ ...texts, sections }}
      confirmationDay={useAtomValue(contentAtom).confirmed?.privacy}
    />
  );
}

/** `/terms_and_conditions`: nine static sections (specification/website §2). */
export function Terms() {
  return (
    <LegalPage texts={termsTexts} confirmationDay={useAtomValue(contentAtom).confirmed?.terms} />
  );
}

/** `/accessibility`: what was tested, what is weaker, and how to say what is hard. */
export function Accessibility() {
  return (
    <div className="page narrow">
      <Heading>{accessibilityTexts.title}</Heading>
      <p className="lead">{accessibilityTexts.lead}</p>
      {[accessibilityTexts.tested, accessibilityTexts.weaker].map(({ title, items }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
      <section>
        <h2>{accessibilityTexts.report.title}</h2>
        <p>{accessibilityTexts.report.text}</p>
        <FeedbackLink />
        <ContactDetails />
      </section>
    </div>
  );
}
