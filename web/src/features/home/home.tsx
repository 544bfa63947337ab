import { Link } from 'wouter';
import { paths } from '../../routes.ts';
import { useContents } from '../../site/catalogue.ts';
import { lazily } from '../../site/lazily.ts';
import { useSession } from '../../site/session.ts';
import { Heading } from '../../ui/heading.tsx';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { ProgramGrid } from '../../ui/program-grid.tsx';
import { Retry } from '../../ui/retry.tsx';
import { reveal } from '../../ui/reveal-on-scroll.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts as frame } from '../../words/frame.ts';
import { Video } from './video.tsx';
import { texts } from './words.ts';

const applicationStatus = lazily(() => import('./application-status/application-status.tsx'));

/** `/`: the home page (website specification, section 1). */
export function Home() {
  const { online, programs, features, band } = texts;
  const session = useSession();
  return (
    <>
      {session ? <OwnHero /> : <Hero />}
      <section className="page with-video">
        <div ref={reveal}>
          <h2>{online.title}</h2>
          <p>{online.first}</p>
          <p>{online.second}</p>
        </div>
        <Video />
      </section>
      <section className="page">
        <h2>{programs.title}</h2>
        <p className="lead">{programs.lead}</p>
        <ProgramGrid action={programs.learnMore} heading="h3" />
      </section>
      <Why />
      <section className="page">
        <ul className="features">
          {features.map(({ icon, title, text }) => (
            <li key={icon} ref={reveal}>
              <span className={`badge icon ${icon}`} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <Reach />
      <section className="band">
        <div className="page">
          <h2>{band.title}</h2>
          <p className="lead">{band.text}</p>
          <ul className="tiles">
            {band.tiles.map(({ title, text }) => (
              <li key={title} ref={reveal}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  );
}

function Hero() {
  return (
    <section className="hero">
      <div>
        <p className="eyebrow">{texts.eyebrow}</p>
        <Heading>{texts.tagline}</Heading>
        <p className="lead">{texts.heroLead}</p>
        <p className="actions">
          <Link className="button accent" to={paths.disclaimer}>
            {frame.applyNow}
          </Link>
          <Link className="button light" to={paths.degreePrograms}>
            {texts.seePrograms}
          </Link>
        </p>
      </div>
    </section>
  );
}

/** An applicant's: her application comes first, in the banner's place, so that nothing moves. */
function OwnHero() {
  return (
    <section className="hero own">
      <div>
        <p className="eyebrow">{texts.tagline}</p>
        <Heading>{texts.yours}</Heading>
        <LazyPart
          of={applicationStatus}
          props={{}}
          waiting={
            <div className="standing">
              <Skeleton />
            </div>
          }
          failed={(again) => (
            <div className="standing">
              <Retry text={texts.yoursFailed} again={again} />
            </div>
          )}
        />
      </div>
    </section>
  );
}

/** The second banner. */
function Reach() {
  const { title, text } = texts.reach;
  return (
    <section className="hero reach">
      <div>
        <h2>{title}</h2>
        <p className="lead">{text}</p>
        <p className="actions">
          <Link className="button light" to={paths.degreePrograms}>
            {texts.seePrograms}
          </Link>
        </p>
      </div>
    </section>
  );
}

/** The content item with id 1, which staff can change; otherwise the default text. */
function Why() {
  const { data, isError, refetch } = useContents();
  const { title, text } = texts.why;
  const written = data?.get('1');
  return (
    <section className="why">
      <div className="page" ref={reveal}>
        <h2>{title}</h2>
        {Object.entries((written || text).split(/\n+/)).map(([number, paragraph]) => (
          <p key={number}>{paragraph}</p>
        ))}
        {isError && <Retry text={texts.why.failed} again={refetch} />}
      </div>
    </section>
  );
}
