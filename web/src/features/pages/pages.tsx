import { useAtomValue } from 'jotai';
import { Link } from 'wouter';
import comingPicture from '../../pictures/coming.svg';
import educationPicture from '../../pictures/education.svg';
import { contentAtom, isHydratedAtom, sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import type { Settings } from '../../site/config.ts';
import { useQuestions } from '../../site/content.ts';
import { paths } from '../../site/routes.ts';
import { useIsDayOver } from '../../site/times.ts';
import { formatLongDay, formatPhone, telUrlOf } from '../../texts/formats.ts';
import { frameTexts } from '../../texts/frame-words.ts';
import { formatStepTime, sumMinutesFrom } from '../../texts/step-time.ts';
import { steps as applicationSteps, stepTexts } from '../../texts/step-words.ts';
import {
  BreakableAddress,
  Confirmation,
  DescriptionList,
  Lines,
  Photo,
  Picture,
  Text,
} from '../../ui/blocks.tsx';
import { Facts, Questions } from '../../ui/facts.tsx';
import { Heading } from '../../ui/heading.tsx';
import {
  contact,
  disclaimer,
  notFound,
  short,
  stepsInFull,
  about as texts,
} from './pages-words.ts';

/** `/about`: the college, its mission and vision (specification/website §2). */
export function About() {
  const { studying, school, mission, vision, next } = texts;
  const { photos } = useAtomValue(contentAtom);
  return (
    <>
      <div className="page two">
        <div>
          <p className="eyebrow">{texts.eyebrow}</p>
          <Heading>{texts.title}</Heading>
          <p className="lead">{texts.lead}</p>
        </div>
        {photos?.about ? (
          <Photo
            className="about-photo"
            photo={photos.about}
            sizes="(min-width: 60rem) 45vw, 100vw"
            isVisibleAtOnce
          />
        ) : (
          <img className="program-image" src={educationPicture} alt="" width="480" height="300" />
        )}
      </div>
      <Facts />
      <div className="page">
        <div className="two">
          {[studying, school].map(({ title, paragraphs }) => (
            <div key={title}>
              <h2>{title}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          ))}
          {[mission, vision].map(({ title, text }) => (
            <div className="panel" key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
          ))}
        </div>
        <Teachers />
        <section>
          <h2>{next.title}</h2>
          <p>{next.text}</p>
          <p className="actions">
            <Link className="button primary" to={paths.degreePrograms}>
              {next.link}
            </Link>
          </p>
        </section>
      </div>
    </>
  );
}

/** The people who teach, if `content.json` names them. */
function Teachers() {
  const { teachers } = useAtomValue(contentAtom);
  if (!teachers) return null;
  return (
    <section>
      <h2>{texts.teachers}</h2>
      <ul className="people">
        {teachers.map(({ name, subject, text, photo }) => (
          <li key={name + subject + text}>
            {photo && <Photo photo={photo} sizes="4rem" />}
            <h3>{name}</h3>
            <strong>{subject}</strong>
            {text && <p>{text}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `/Contact`: how to reach the college. The specification shows no content for it (specification/website §2). */
export function Contact() {
  const { ready, account } = contact;
  return (
    <div className="page">
      <Heading>{contact.title}</Heading>
      <p className="lead">{contact.lead}</p>
      <WaysToReachUs />
      <div className="two">
        <section>
          <h2>{account.title}</h2>
          <p>{account.text}</p>
          <ul>
            <li>
              <Link className="alone" to={paths.resendEmail}>
                {account.resend}
              </Link>
            </li>
            <li>
              <Link className="alone" to={paths.forgotPassword}>
                {account.forgot}
              </Link>
            </li>
          </ul>
        </section>
        <section className="panel">
          <h2>{ready.title}</h2>
          <p>{ready.text}</p>
          <ul>
            {ready.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          <p>{ready.never}</p>
        </section>
      </div>
      <Questions questions={useQuestions()} isOnContactPage />
    </div>
  );
}

/**
 * Phone numbers, email and postal address of the college. They are in `config.json`, which the browser reads; until then
 * blank lines reserve their space. If scripts are switched off, the settings of the build are shown, if it had those of a
 * deployment.
 */
function WaysToReachUs() {
  const { contact, siteUrl } = useSite().settings;
  if (useAtomValue(isHydratedAtom)) return <WaysList {...contact} />;
  return (
    <>
      <noscript>{siteUrl && <WaysList {...contact} />}</noscript>
      <WaysList
        address={contact.address.map(makeBlankLine)}
        phones={contact.phones.map(makeBlankLine)}
        email=""
      />
    </>
  );
}

/** @returns a blank line in place of another; all of different lengths, because their texts are React's keys */
function makeBlankLine(_line: string, index: number): string {
  return ' '.repeat(index + 1);
}

/** The list of contact details. If `email` is empty, all lines are blank ones, without links. */
function WaysList({ address, phones, email }: Settings['contact']) {
  const { telegram, openingHours } = useAtomValue(contentAtom);
  const mapUrl = `https://www.openstreetmap.org/search?query=${encodeURIComponent(address.join(', '))}`;
  return (
    <ul className="ways">
      <li>
        <h2>{contact.call}</h2>
        <Lines>
          {phones.map((phone) => (
            <a key={phone} href={email ? telUrlOf(phone) : undefined}>
              {formatPhone(phone)}
            </a>
          ))}
        </Lines>
        {openingHours && (
          <>
            <h3>{contact.hours}</h3>
            <Lines>
              {openingHours.map((openingHoursLine) => (
                <span key={openingHoursLine}>{openingHoursLine}</span>
              ))}
            </Lines>
          </>
        )}
      </li>
      <li>
        <h2>{contact.write}</h2>
        <Lines>
          <a href={email ? `mailto:${email}` : undefined} translate="no">
            <BreakableAddress address={email} />
          </a>
          <span>{contact.writeText}</span>
        </Lines>
      </li>
      {telegram && (
        <li>
          <h2>{contact.telegram}</h2>
          <Lines>
            <a href={telegram} rel="noreferrer">
              {contact.openTelegram}
            </a>
            <span>{contact.telegramText}</span>
          </Lines>
        </li>
      )}
      <li>
        <h2>{contact.visit}</h2>
        <Lines>
          {address.map((line) => (
            <span key={line}>{line}</span>
          ))}
          <a href={email ? mapUrl : undefined} rel="noreferrer">
            {contact.map}
          </a>
        </Lines>
      </li>
    </ul>
  );
}

/** `/short_programs`: the specified heading (specification/website §2), and the planned courses. */
export function ShortPrograms() {
  const { shortCourses } = useAtomValue(contentAtom);
  const isDayOver = useIsDayOver();
  return (
    <div className="page">
      <Heading>{short.title}</Heading>
      {shortCourses ? (
        <>
          <p className="lead">{short.open}</p>
          <ul className="people">
            {shortCourses.map(({ name, text, starts }) => (
              <li key={name + starts + text}>
                <h2>{name}</h2>
                {text && <p>{text}</p>}
                {starts && !isDayOver(starts) && <p>{short.starts(formatLongDay(starts))}</p>}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <div className="coming">
          <Picture src={comingPicture} />
          <div>
            <h2>{short.coming}</h2>
            <p>{short.lead}</p>
          </div>
        </div>
      )}
      <section>
        <h2>{short.meanwhile}</h2>
        <p className="actions">
          <Link className="button primary" to={paths.degreePrograms}>
            {short.degrees}
          </Link>
          <Link className="button" to={paths.contact}>
            {short.ask}
          </Link>
        </p>
      </section>
    </div>
  );
}

/** `/applicant-disclaimer`: applicants continue to the exam, new users register (specification/website §2). */
export function Disclaimer() {
  const { facts, existing, register, steps, ready } = disclaimer;
  const session = useAtomValue(sessionAtom);
  const { applicationFee } = useAtomValue(contentAtom);
  return (
    <div className="page narrow">
      <p className="eyebrow">{disclaimer.eyebrow}</p>
      <Heading>{disclaimer.title}</Heading>
      <p className="lead">{disclaimer.lead}</p>
      <DescriptionList
        facts={[
          [facts.time, stepTexts.takes(sumMinutesFrom(1))],
          [facts.fee, applicationFee ?? facts.feeLater],
        ]}
      />
      <p className="actions">
        {!session && (
          <Link className="button primary" to={paths.register}>
            {register}
          </Link>
        )}
        <Link className={session ? 'button primary' : 'button'} to={paths.takeExam}>
          {existing}
        </Link>
      </p>
      <h2>{ready.title}</h2>
      <ul>
        {ready.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <details>
        <summary>{steps.title}</summary>
        <ol className="steps">
          {applicationSteps.map((step, index) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p>
                <Text>{stepsInFull[index] ?? ''}</Text>{' '}
                <span className="hint">{formatStepTime(step)}</span>
              </p>
            </li>
          ))}
        </ol>
      </details>
      <p>
        <Text>{ready.age}</Text> <Link to={paths.terms}>{ready.terms}</Link>
      </p>
    </div>
  );
}

/** The page of every path that is not in the route table. */
export function NotFound() {
  return (
    <Confirmation title={notFound.title} pictureName="lost">
      <p>{notFound.text}</p>
      <Link className="button primary" to={paths.home}>
        {frameTexts.goHome}
      </Link>
    </Confirmation>
  );
}
