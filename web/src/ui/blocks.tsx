import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import done from '../pictures/done.svg';
import lost from '../pictures/lost.svg';
import mail from '../pictures/mail.svg';
import waiting from '../pictures/waiting.svg';
import { hydratedAtom } from '../site/atoms.ts';
import { useSite } from '../site/client.ts';
import { type Question, useFacts } from '../site/content.ts';
import type { Photo as PhotoFile } from '../site/content-schema.ts';
import { factTexts, nextTexts, questionTexts } from '../site/content-words.ts';
import { paths } from '../site/routes.ts';
import { phoneOf, telOf } from '../texts/formats.ts';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { requirementTexts } from '../texts/step-words.ts';
import { Heading } from './heading.tsx';

/**
 * A text that stands beside something else, in an element of its own, which is replaced when the text changes. A
 * translator takes a bare text away, and React would go on changing what is gone (docs/decisions, what applicants meet).
 */
export function Text({ children }: { children: string }) {
  return <span key={children}>{children}</span>;
}

/** Short texts and links, each on a line of its own, high enough for a finger. */
export function Lines({ children }: { children: ReactNode }) {
  return <p className="lines">{children}</p>;
}

/** A drawing that stands for what a page says; it says nothing that the words do not. */
export function Picture({ src }: { src: string }) {
  return (
    <img
      className="drawing"
      src={src}
      alt=""
      width="240"
      height="180"
      decoding="async"
      // Without a connection, before it was kept: no browser's mark of a broken picture stands there.
      onError={({ currentTarget }) => {
        currentTarget.hidden = true;
      }}
    />
  );
}

interface PhotoProps {
  photo: PhotoFile;
  /** How wide it is shown, e.g. `(min-width: 60rem) 40vw, 100vw`. */
  sizes: string;
  className?: string;
  /** It is in sight at once. */
  first?: boolean;
}

/** A photograph of `content.json`, in the sizes and formats that the build made of it. */
export function Photo({ photo, sizes, className, first }: PhotoProps) {
  const { src, alt, width, height, avif, webp } = photo;
  return (
    <picture className={className}>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={first ? undefined : 'lazy'}
        decoding="async"
      />
    </picture>
  );
}

/** In the place of what only the page's script can show, where scripts are switched off. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="retry">{texts.needsScript}</p>
    </noscript>
  );
}

interface InfoPanelProps {
  texts: { title: string; items: readonly string[] };
  children?: ReactNode;
}

/** A side panel with what an applicant should know of the page. */
export function InfoPanel({ texts: { title, items }, children }: InfoPanelProps) {
  return (
    <aside className="panel" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {children}
    </aside>
  );
}

interface DescriptionListProps {
  /** `no`: the value is a name, a code or an amount. */
  facts: readonly (readonly [label: string, value: string | number, translate?: 'no'])[];
}

/** Short facts with their labels, side by side where there is room. */
export function DescriptionList({ facts }: DescriptionListProps) {
  return (
    <dl className="facts">
      {facts.map(([label, value, translate]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd translate={translate}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const pictures = { done, lost, mail, waiting };

interface ConfirmationProps {
  title: string;
  picture: keyof typeof pictures;
  children: ReactNode;
}

/** A page that says one thing and leads on. */
export function Confirmation({ title, picture, children }: ConfirmationProps) {
  return (
    <div className="page narrow confirmation">
      <Picture src={pictures[picture]} />
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

/** The steps that follow, in order, each with its time. */
export function WhatNext({ steps }: { steps: readonly string[] }) {
  return (
    <section className="next">
      <h2>{nextTexts.title}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

/**
 * Address, phones and email of the settings. They are read in the browser; where scripts are switched off, those of the
 * build stand there, if it was given the settings of a deployment.
 */
export function ContactDetails() {
  const { settings } = useSite();
  return (
    <address>
      {useAtomValue(hydratedAtom) ? (
        <Details />
      ) : (
        <noscript>{settings.siteUrl && <Details />}</noscript>
      )}
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

interface QuestionsProps {
  questions: readonly Question[];
  /** On the page that says how to ask one. */
  isContact?: boolean;
}

/** Questions that open to their answers, and the way to ask another. */
export function Questions({ questions, isContact }: QuestionsProps) {
  return (
    <section className="questions">
      <h2>{questionTexts.title}</h2>
      {questions.map(({ question, answer }) => (
        <details key={question + answer}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
      {!isContact && (
        <p>
          <Text>{questionTexts.more}</Text> <Link to={paths.contact}>{questionTexts.ask}</Link>
        </p>
      )}
    </section>
  );
}

/** Four short answers: whether it counts, what it costs, how long it takes, when or how it begins. */
export function Facts() {
  return (
    <section className="glance" aria-label={factTexts.label}>
      <dl>
        {useFacts().map(({ label, value, note, link }) => (
          <div key={label}>
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
        ))}
      </dl>
    </section>
  );
}

/** The side panel: what each background has to bring (website specification, section 2). */
export function RequirementPanels() {
  const { title, lead, sections } = requirementTexts;
  return (
    <aside className="panel" aria-label={title}>
      <h2>{title}</h2>
      <p>{lead}</p>
      {sections.map((section) => (
        <details key={section.title}>
          <summary>{section.title}</summary>
          <ul>
            {section.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </details>
      ))}
    </aside>
  );
}
