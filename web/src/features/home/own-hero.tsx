import { lazily } from '../../site/lazily.ts';
import { Heading } from '../../ui/heading.tsx';
import { LazyPart } from '../../ui/lazy-part.tsx';
import { Retry } from '../../ui/retry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts } from './words.ts';

const applicationStatus = lazily(() => import('./application-status/application-status.tsx'));

/** An applicant's: her application comes first, in the banner's place, so that nothing moves. */
export function OwnHero() {
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
