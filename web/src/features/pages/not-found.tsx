import { Link } from 'wouter';
import { paths } from '../../routes.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { texts as frame } from '../../words/frame.ts';
import { notFound as texts } from './words.ts';

/** Shown for every path that is not in the route table. */
export function NotFound() {
  return (
    <Confirmation title={texts.title} picture="lost">
      <p>{texts.text}</p>
      <Link className="button primary" to={paths.home}>
        {frame.goHome}
      </Link>
    </Confirmation>
  );
}
