import { useQuestions } from '../../content/questions.ts';
import { useSession } from '../../site/session.ts';
import { Facts } from '../../ui/facts.tsx';
import { ProgramGrid } from '../../ui/program-grid.tsx';
import { Questions } from '../../ui/questions.tsx';
import { reveal } from '../../ui/reveal-on-scroll.ts';
import { Band } from './band.tsx';
import { ClosingCall } from './closing-call.tsx';
import { Hero } from './hero.tsx';
import { OwnHero } from './own-hero.tsx';
import { Partners, Scholarships, Voices } from './supplied.tsx';
import { Video } from './video.tsx';
import { Way } from './way.tsx';
import { Why } from './why.tsx';
import { texts } from './words.ts';

/** `/`: the home page (website specification, section 1). */
export function Home() {
  const { online, programs, features } = texts;
  const session = useSession();
  const questions = useQuestions();
  return (
    <>
      {session ? <OwnHero /> : <Hero />}
      <Facts />
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
      <Scholarships />
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
      <Way />
      <Band />
      <Voices />
      <div className="page">
        <Questions questions={questions} />
      </div>
      <Partners />
      <ClosingCall />
    </>
  );
}
