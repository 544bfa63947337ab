import { Link } from 'wouter';
import { paths } from '../../routes.ts';
import { useSession } from '../../site/session.ts';
import { texts as frame } from '../../words/frame.ts';
import { texts } from './words.ts';

/** The second banner, and the last word of the page. */
export function ClosingCall() {
  const session = useSession();
  const { title, text, ask } = texts.reach;
  return (
    <section className="hero reach">
      <div>
        <h2>{title}</h2>
        <p className="lead">{text}</p>
        <p className="actions">
          {!session && (
            <Link className="button accent" to={paths.disclaimer}>
              {frame.applyNow}
            </Link>
          )}
          <Link className="button light" to={paths.contact}>
            {ask}
          </Link>
        </p>
      </div>
    </section>
  );
}
