import { Link, Redirect } from 'wouter';
import { Confirmation } from '../../components/confirmation.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { paths } from '../../paths.ts';
import { useHydrated } from '../../state/hydrated.ts';
import { texts } from '../../texts/recovery.ts';

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
