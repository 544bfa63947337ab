import { Link } from 'wouter';
import { admissionPath } from '../addresses.ts';
import empty from '../pictures/empty.svg';
import { usePrograms } from '../site/catalogue.ts';
import type { Program } from '../site/records.ts';
import { texts } from '../words/frame.ts';
import { NeedsScript } from './needs-script.tsx';
import { Picture } from './picture.tsx';
import { ProgramImage } from './program-image.tsx';
import { Retry } from './retry.tsx';
import { reveal } from './reveal-on-scroll.ts';
import { Text } from './text.tsx';

interface ProgramGridProps {
  /** What stands on a card's button. */
  action: string;
  /** The level of the cards' headings on the page. */
  heading: 'h2' | 'h3';
}

/** The programs as cards; the last two stand in a row of their own (website specification, sections 1 and 2). */
export function ProgramGrid(props: ProgramGridProps) {
  const { data, isError, isOld, refetch } = usePrograms();
  if (isError) return <Retry text={texts.programsFailed} again={refetch} />;
  if (!data) return <CardSkeletons />;
  if (data.length === 0) return <NoPrograms />;
  const last = Math.max(0, data.length - 2);
  return (
    <>
      {isOld && <Retry text={texts.programsOld} again={refetch} />}
      <CardRow programs={data.slice(0, last)} {...props} />
      <CardRow programs={data.slice(last)} {...props} />
    </>
  );
}

function NoPrograms() {
  return (
    <div className="coming">
      <Picture src={empty} />
      <p>{texts.noPrograms}</p>
    </div>
  );
}

interface CardRowProps extends ProgramGridProps {
  programs: readonly Program[];
}

function CardRow({ programs, action, heading: Name }: CardRowProps) {
  if (programs.length === 0) return null;
  return (
    <ul className="cards">
      {programs.map(({ id, name, base64String }) => (
        <li className="card" key={id} ref={reveal}>
          <ProgramImage name={name} base64={base64String} />
          <Name>{name}</Name>
          <Link className="button" to={admissionPath(name)}>
            <Text>{action}</Text>
            <span className="hidden">{` ${name}`}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** As tall as the cards that are on their way, so that nothing jumps when they come. */
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
