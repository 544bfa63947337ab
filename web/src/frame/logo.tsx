import { Link } from 'wouter';
import { paths } from '../routes.ts';
import { texts } from '../words/frame.ts';

/** The college's mark and name. */
export function Logo() {
  return (
    <Link className="mark" to={paths.home}>
      <img src="/mark.svg" alt="" width="40" height="40" />
      <span>{texts.college}</span>
    </Link>
  );
}
