import { Link } from 'wouter';
import { Heading } from '../../components/heading.tsx';
import { paths } from '../../paths.ts';
import { texts as frame } from '../../texts/frame.ts';
import { texts } from '../../texts/portal.ts';

/** The applicant's steps, behind the guard. */
export default function Portal() {
  return (
    <div className="page narrow">
      <Heading>{texts.title}</Heading>
      <p>{texts.notYet}</p>
      <Link className="button primary" to={paths.home}>
        {frame.goHome}
      </Link>
    </div>
  );
}
