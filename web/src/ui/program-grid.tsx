import { useAtomValue } from 'jotai';
import { Link } from 'wouter';
import empty from '../pictures/empty.svg';
import { makeAdmissionPath } from '../site/addresses.ts';
import { contentAtom } from '../site/atoms.ts';
import { usePrograms } from '../site/catalogue.ts';
import { findProgramContent } from '../site/content.ts';
import { code } from '../texts/current.ts';
import { formatDuration } from '../texts/formats.ts';
import { frameTexts as texts } from '../texts/frame-words.ts';
import { NeedsScript, Picture, Text } from './blocks.tsx';
import { Retry } from './loading.tsx';
import { ProgramImage } from './program-image.tsx';
import { revealOnScroll } from './reveal-on-scroll.ts';

const firstTwoCareers = /[^,፣;]+([,፣;][^,፣;]+)?/;

interface ProgramGridProps {
  /** The text of a card's button. */
  actionLabel: string;
  /** The level of the cards' headings on the page. */
  headingTag: 'h2' | 'h3';
}

/**
 * The programs as cards: what each leads to and how long it takes. The last two are a row of their own
 * (specification/website §1, §2).
 */
export function ProgramGrid({ actionLabel, headingTag: Name }: ProgramGridProps) {
  const content = useAtomValue(contentAtom);
  // From `content.json` in the page's language; otherwise the API's text, which is English. Two are enough to compare.
  const careersOf = (name: string, backendCareers: string) =>
    firstTwoCareers.exec(
      findProgramContent(content, name).leadsTo ?? (code === 'en' ? backendCareers : ''),
    )?.[0];
  const { data, isError, isOutdated, refetch } = usePrograms();
  if (isError) return <Retry text={texts.programsFailed} onRetry={refetch} />;
  if (!data) return <CardSkeletons />;
  if (data.length === 0)
    return (
      <div className="coming">
        <Picture src={empty} />
        <p>{texts.noPrograms}</p>
      </div>
    );
  return (
    <>
      {isOutdated && <Retry text={texts.programsOld} onRetry={refetch} />}
      {[data.slice(0, -2), data.slice(-2)].map((programs, row) => (
        <ul className="cards" key={row === 0 ? 'grid' : 'last two'}>
          {programs.map(({ id, name, base64String, duration, careerOpportunity }) => (
            <li className="card" key={id} ref={revealOnScroll}>
              <ProgramImage name={name} pictureBase64={base64String} />
              <div>
                <Name>{name}</Name>
                <p>
                  {[formatDuration(duration), careersOf(name, careerOpportunity)]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                <Link to={makeAdmissionPath(name)}>
                  <Text>{actionLabel}</Text>
                  <span className="hidden">{` ${name}`}</span>
                </Link>
              </div>
            </li>
          ))}
        </ul>
      ))}
    </>
  );
}

/** As tall as the cards that are loading, so that nothing moves when they come. */
function CardSkeletons() {
  return (
    <>
      <NeedsScript />
      <div className="cards skeleton" role="status">
        <span className="hidden">{texts.loading}</span>
        {[1, 2, 3, 4, 5, 6].map((number) => (
          <i className="card" key={number} />
        ))}
      </div>
    </>
  );
}
