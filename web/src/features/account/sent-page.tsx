import { Link, Redirect } from 'wouter';
import { paths } from '../../routes.ts';
import { useHydrated } from '../../site/hydrated.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts } from './recovery-words.ts';

interface SentPageProps {
  title: string;
  /** The sentence before the address, which the navigation state carries. */
  text: string;
  hint: string;
}

/** Says that an e-mail was sent. Without navigation state there was none: back to the start. */
export function SentPage({ title, text, hint }: SentPageProps) {
  if (!useHydrated()) return <Skeleton page />;
  const { email } = (history.state ?? {}) as { email?: string };
  if (!email) return <Redirect to={paths.forgotPassword} replace />;
  return (
    <Confirmation title={title} icon="mail">
      <p>
        {text} <strong>{email}</strong>.
      </p>
      <p>{hint}</p>
      <Link className="button primary" to={paths.login}>
        {texts.toLogin}
      </Link>
    </Confirmation>
  );
}
