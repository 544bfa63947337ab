import { Link } from 'wouter';
import { type Intake, useIntake } from '../../content/intake.ts';
import { useContent } from '../../content/use-content.ts';
import picture from '../../pictures/hero.svg';
import { paths } from '../../routes.ts';
import { Heading } from '../../ui/heading.tsx';
import { Photo } from '../../ui/photo.tsx';
import { texts as frame } from '../../words/frame.ts';
import { texts } from './words.ts';

/** The first banner: what it is, and the way in. */
export function Hero() {
  const { photos } = useContent();
  const intake = useIntake();
  return (
    <section className="hero">
      <div>
        <p className="eyebrow">{eyebrowOf(intake)}</p>
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
      {photos?.home ? (
        <Photo
          className="hero-picture photo"
          photo={photos.home}
          sizes="(min-width: 60rem) 40vw, 90vw"
          first
        />
      ) : (
        <img className="hero-picture" src={picture} alt="" width="640" height="560" />
      )}
    </section>
  );
}

function eyebrowOf(intake: Intake | 'over' | undefined): string {
  if (intake === 'over') return texts.eyebrowBetween;
  if (!intake) return texts.eyebrow;
  const { starts, applyBy } = intake;
  return applyBy ? texts.openUntil(starts, applyBy) : texts.openFrom(starts);
}
