import { Link } from 'wouter';
import { paths } from '../../routes.ts';
import { Heading } from '../../ui/heading.tsx';
import { texts as frame } from '../../words/frame.ts';
import { notFound as texts } from './words.ts';

/** Shown for every path that is not in the route table. */
export function NotFound() {
  return (
    <div className="page narrow confirmation">
      <span className="badge icon lost" />
      <Heading>{texts.title}</Heading>
      <p>{texts.text}</p>
      <Link className="button primary" to={paths.home}>
        {frame.goHome}
      </Link>
    </div>
  );
}
