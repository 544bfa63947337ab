import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link } from 'wouter';
import videoPicture from '../../pictures/data.svg';
import heroPicture from '../../pictures/hero.svg';
import { contentAtom, isHydratedAtom, sessionAtom } from '../../site/atoms.ts';
import { useContents } from '../../site/catalogue.ts';
import { useSite } from '../../site/client.ts';
import { useIntake, useQuestions } from '../../site/content.ts';
import type { Content } from '../../site/content-schema.ts';
import { paths } from '../../site/routes.ts';
import { code as language } from '../../texts/current.ts';
import { frameTexts } from '../../texts/frame-words.ts';
import { ApplyButton } from '../../ui/apply-button.tsx';
import { Photo, Text } from '../../ui/blocks.tsx';
import { Facts, Questions } from '../../ui/facts.tsx';
import { Heading } from '../../ui/heading.tsx';
import { LazyPart, lazyExport } from '../../ui/lazy-part.tsx';
import { Retry, Skeleton } from '../../ui/loading.tsx';
import { ProgramGrid } from '../../ui/program-grid.tsx';
import { revealOnScroll } from '../../ui/reveal-on-scroll.ts';
import { homeTexts as texts } from './home-words.ts';

/** `/`: the home page (specification/website §1). An applicant who is logged in sees only her application. */
export function Home() {
  return useAtomValue(sessionAtom) ? <ApplicantHome /> : <PublicHome />;
}

function PublicHome() {
  const { online, programs, features } = texts;
  const questions = useQuestions();
  return (
    <>
      <Hero />
      <Facts isBelowHero />
      <section className="page">
        <h2>{programs.title}</h2>
        <ProgramGrid actionLabel={programs.learnMore} headingTag="h3" />
      </section>
      <section className="page two">
        <div ref={revealOnScroll}>
          <h2>{online.title}</h2>
          <p>{online.first}</p>
          <p>{online.second}</p>
        </div>
        <Video />
      </section>
      <Why />
      <section className="page">
        <ul className="features">
          {features.map(({ icon, title, text }) => (
            <li key={icon} ref={revealOnScroll}>
              <span className={`badge icon ${icon}`} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <Scholarships />
      <ApplicationSteps />
      <InfoBand />
      <StudentQuotes />
      <Partners />
      <div className="page">
        <Questions questions={questions} />
      </div>
      <ClosingCall />
    </>
  );
}

/** The first banner: what the college offers, and the button to apply. */
function Hero() {
  const { photos } = useAtomValue(contentAtom);
  return (
    <section className="hero">
      <div>
        <IntakeTicket />
        <Heading>{texts.tagline}</Heading>
        <p className="lead">{texts.heroLead}</p>
        <p className="actions">
          <ApplyButton text={frameTexts.applyNow} />
          <Link className="alone" to={paths.degreePrograms}>
            {texts.seePrograms}
          </Link>
        </p>
      </div>
      {photos?.home ? (
        <Photo
          className="hero-picture photo"
          photo={photos.home}
          sizes="(min-width: 44rem) 48vw, 100vw"
          isVisibleAtOnce
        />
      ) : (
        <img className="hero-picture" src={heroPicture} alt="" width="640" height="560" />
      )}
    </section>
  );
}

/** The next start and the last day to apply, as a ticket; without them, what applications are open for. */
function IntakeTicket() {
  const intake = useIntake();
  if (intake === 'over') return <p className="eyebrow">{texts.eyebrowBetween}</p>;
  if (!intake) return <p className="ticket">{texts.eyebrow}</p>;
  const { starts, applyBy } = intake;
  return (
    <dl className="ticket">
      <div>
        <dt>{texts.nextStart}</dt>
        <dd>{starts}</dd>
      </div>
      {applyBy && (
        <div>
          <dt>{texts.applyBy}</dt>
          <dd>{applyBy}</dd>
        </div>
      )}
    </dl>
  );
}

const lazyApplicationStatus = lazyExport(
  () => import('./application-status.tsx'),
  'ApplicationStatus',
);

/** The home page of an applicant: the status of her application in the place of the banner, so that nothing moves. */
function ApplicantHome() {
  return (
    <section className="hero own">
      <div>
        <p className="eyebrow">{texts.tagline}</p>
        <Heading>{texts.yours}</Heading>
        <LazyPart
          lazyComponent={lazyApplicationStatus}
          props={{}}
          placeholder={
            <div className="standing">
              <Skeleton />
            </div>
          }
          renderFailure={(retry) => (
            <div className="standing">
              <Retry text={texts.yoursFailed} onRetry={retry} />
            </div>
          )}
        />
      </div>
    </section>
  );
}

/** The college's video, or a picture if `config.json` names none. */
function Video() {
  const { videoUrl } = useSite().settings;
  // The page may be built with other settings than the browser reads, so the video comes after hydration.
  if (useAtomValue(isHydratedAtom) && videoUrl) return <Player videoUrl={videoUrl} />;
  return (
    <div className="video still">
      <img src={videoPicture} alt="" width="480" height="300" loading="lazy" decoding="async" />
    </div>
  );
}

/** A button that loads the video player, which is larger than this whole site. */
function Player({ videoUrl }: { videoUrl: string }) {
  const { videoPoster } = useAtomValue(contentAtom);
  const [isPlaying, setIsPlaying] = useState(false);
  const { online } = texts;
  return (
    <div className="video">
      {isPlaying ? (
        <iframe
          src={videoUrl}
          title={online.video}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin"
        />
      ) : (
        <>
          {videoPoster && (
            <Photo className="poster" photo={videoPoster} sizes="(min-width: 60rem) 50vw, 100vw" />
          )}
          <button type="button" onClick={() => setIsPlaying(true)}>
            <span className="icon play" />
            <Text>{online.play}</Text>
          </button>
          <p>{online.playNote}</p>
        </>
      )}
    </div>
  );
}

/** The text that staff can change (the content with the id 1) if it is in the page's language, otherwise the default one. */
function Why() {
  const { principal } = useAtomValue(contentAtom);
  const { data, isError, refetch } = useContents();
  const { title, text } = texts.why;
  const staffText = data?.get('1') ?? '';
  // Staff write in one language: Amharic if the text has Ethiopic letters, otherwise English.
  const textInLanguage = language === 'en' || /[\u1200-\u137f]/.test(staffText) ? staffText : '';
  return (
    <section className="why">
      <div className="page" ref={revealOnScroll}>
        <h2>{title}</h2>
        {Object.entries((textInLanguage || text).split(/\n+/)).map(([number, paragraph]) => (
          <p key={number}>{paragraph}</p>
        ))}
        {isError && <Retry text={texts.why.failed} onRetry={refetch} />}
        {principal && (
          <figure className="voice">
            {principal.photo && <Photo photo={principal.photo} sizes="4rem" />}
            <figcaption>
              <strong>{principal.name}</strong> <span>{principal.role}</span>
            </figcaption>
          </figure>
        )}
      </div>
    </section>
  );
}

/** How to apply, in four steps; her own page has all nine. */
function ApplicationSteps() {
  const { title, steps, more } = texts.way;
  return (
    <section className="page">
      <h2>{title}</h2>
      <ol className="way">
        {steps.map((step) => (
          <li key={step.title}>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
      <p>
        <Link className="alone" to={paths.disclaimer}>
          {more}
        </Link>
      </p>
    </section>
  );
}

/** The info band with its three tiles (specification/website §1). */
function InfoBand() {
  const { title, text, tiles } = texts.band;
  return (
    <section className="band">
      <div className="page">
        <h2>{title}</h2>
        <p className="lead">{text}</p>
        <ul className="tiles">
          {tiles.map((tile) => (
            <li key={tile.title} ref={revealOnScroll}>
              <h3>{tile.title}</h3>
              <p>{tile.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Quotes of students, if `content.json` has any: one, and the others folded. */
function StudentQuotes() {
  const { voices } = useAtomValue(contentAtom);
  const [firstVoice, ...otherVoices] = voices ?? [];
  if (!firstVoice) return null;
  return (
    <section className="page voices">
      <h2>{texts.voices}</h2>
      <Quote voice={firstVoice} />
      {otherVoices.length > 0 && (
        <details>
          <summary>{texts.moreVoices}</summary>
          {otherVoices.map((voice) => (
            <Quote key={voice.name + voice.text} voice={voice} />
          ))}
        </details>
      )}
    </section>
  );
}

type Voice = NonNullable<Content['voices']>[number];

function Quote({ voice: { name, program, text, photo } }: { voice: Voice }) {
  return (
    <figure className="voice">
      {photo && <Photo photo={photo} sizes="4rem" />}
      <blockquote>
        <p>{text}</p>
      </blockquote>
      <figcaption>
        <strong>{name}</strong> <span>{program}</span>
      </figcaption>
    </figure>
  );
}

function Scholarships() {
  const { scholarships } = useAtomValue(contentAtom);
  if (!scholarships) return null;
  return (
    <section className="page">
      <h2>{texts.scholarships}</h2>
      <ul className="scholarships">
        {scholarships.map(({ name, amount, for: recipientGroup }) => (
          <li key={name + amount + recipientGroup}>
            <h3>{name}</h3>
            <strong>{amount}</strong>
            {recipientGroup && <p>{texts.scholarshipFor(recipientGroup)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Partners() {
  const { partners } = useAtomValue(contentAtom);
  if (!partners) return null;
  return (
    <section className="page partners">
      <h2>{texts.partners}</h2>
      <ul>
        {partners.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  );
}

/** The second banner, at the end of the page, with the button to apply. */
function ClosingCall() {
  const { title, text, ask } = texts.reach;
  return (
    <section className="hero reach">
      <div>
        <h2>{title}</h2>
        <p className="lead">{text}</p>
        <p className="actions">
          <ApplyButton text={frameTexts.applyNow} />
          <Link className="button light" to={paths.contact}>
            {ask}
          </Link>
        </p>
      </div>
    </section>
  );
}
