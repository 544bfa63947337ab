import { useAtomValue } from 'jotai';
import { Fragment, type ReactNode } from 'react';
import done from '../pictures/done.svg';
import lost from '../pictures/lost.svg';
import mail from '../pictures/mail.svg';
import waiting from '../pictures/waiting.svg';
import { isHydratedAtom, isServiceDownAtom } from '../site/atoms.ts';
import { useSite } from '../site/client.ts';
import type { Photo as PhotoFile } from '../site/content-schema.ts';
import { formTexts } from '../texts/form-words.ts';
import { formatPhone, telUrlOf } from '../texts/formats.ts';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { Heading } from './heading.tsx';

/**
 * A text beside other content, in an element of its own, which is replaced when the text changes. A browser's
 * translation replaces bare text nodes, and React would go on updating the removed ones.
 */
export function Text({ children }: { children: string }) {
  return <span key={children}>{children}</span>;
}

/** Short texts and links, each on a line of its own that is high enough to tap. */
export function Lines({ children }: { children: ReactNode }) {
  return <p className="lines">{children}</p>;
}

/** A decorative drawing, without an alternative text because the page's text says the same. */
export function Picture({ src }: { src: string }) {
  return (
    <img
      className="drawing"
      src={src}
      alt=""
      width="240"
      height="180"
      decoding="async"
      // Hidden instead of the browser's sign for a broken picture, e.g. offline before it was cached.
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
  /** True if it is visible when the page opens, so that it is not loaded lazily. */
  isVisibleAtOnce?: boolean;
}

/** A photograph of `content.json`, in the sizes and formats that the build made. */
export function Photo({ photo, sizes, className, isVisibleAtOnce }: PhotoProps) {
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
        loading={isVisibleAtOnce ? undefined : 'lazy'}
        decoding="async"
      />
    </picture>
  );
}

/** Shown where scripts are switched off, in the place of what only the page's script can show. */
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

/** What an applicant should know about the page, folded. */
export function InfoPanel({ texts: { title, items }, children }: InfoPanelProps) {
  return (
    <details className="panel">
      <summary>{title}</summary>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {children}
    </details>
  );
}

interface DescriptionListProps {
  /** `no` keeps browsers from translating the value: a name, a code or an amount. */
  facts: readonly (readonly [label: string, value: string | number, translate?: 'no'])[];
}

/** Facts with their labels, side by side if there is room. */
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
  pictureName: keyof typeof pictures;
  children: ReactNode;
}

/** A page with a single message, e.g. that something was done, and a link to what follows. */
export function Confirmation({ title, pictureName, children }: ConfirmationProps) {
  return (
    <div className="page narrow confirmation">
      <Picture src={pictures[pictureName]} />
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

/**
 * Address, phones and email of the settings, which are read in the browser. Where scripts are switched off, those of
 * the build are shown, if it had the settings of a deployment.
 */
export function ContactDetails() {
  const { settings } = useSite();
  return (
    <address>
      {useAtomValue(isHydratedAtom) ? (
        <ContactLines />
      ) : (
        <noscript>{settings.siteUrl && <ContactLines />}</noscript>
      )}
    </address>
  );
}

function ContactLines() {
  const { address, phones, email } = useSite().settings.contact;
  return (
    <>
      <Lines>
        {address.map((addressLine) => (
          <span key={addressLine}>{addressLine}</span>
        ))}
      </Lines>
      <ContactLinks phones={phones} email={email} />
    </>
  );
}

/** Phones and email of the college, for a page that is in trouble. */
export function ContactLinks({ phones, email }: { phones: readonly string[]; email: string }) {
  return (
    <Lines>
      {phones.map((phone) => (
        <a key={phone} href={telUrlOf(phone)}>
          {formatPhone(phone)}
        </a>
      ))}
      <a href={`mailto:${email}`} translate="no">
        <BreakableAddress address={email} />
      </a>
    </Lines>
  );
}

interface ProblemTextProps {
  text: string;
  /** The language of a server's message. */
  lang?: string | undefined;
  /** Whether the text asks to check the connection. */
  blamesConnection?: boolean | undefined;
}

/**
 * What went wrong. A text that blames the connection is not shown while the service is down: `ServiceNote` says then that
 * it is not the connection.
 */
export function ProblemText({
  text,
  lang,
  blamesConnection = text === formTexts.checkConnection,
}: ProblemTextProps) {
  const isServiceDown = useAtomValue(isServiceDownAtom);
  return isServiceDown && blamesConnection ? null : <span lang={lang}>{text}</span>;
}

/** Says that the service is down, while it is. */
export function ServiceNote() {
  const { contact } = useSite().settings;
  if (!useAtomValue(isServiceDownAtom)) return null;
  return (
    <div className="notice">
      <div>
        <p>
          <Text>{texts.serviceDown}</Text>
        </p>
        <ContactLinks {...contact} />
      </div>
    </div>
  );
}

/** An email address that may break after its @ and before its dots only. */
export function BreakableAddress({ address }: { address: string }) {
  const parts = address.match(/\.?[^.@]+@?/g) ?? [address];
  return Object.entries(parts).map(([number, part]) => (
    <Fragment key={number}>
      <Text>{part}</Text>
      <wbr />
    </Fragment>
  ));
}
