import { Link } from 'wouter';
import { Heading } from '../../components/heading.tsx';
import { paths } from '../../paths.ts';
import { texts as frame } from '../../texts/frame.ts';
import { texts } from '../../texts/not-found.ts';

/** Every path that is not in the route table. */
export default function NotFound() {
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
