import { Link } from 'wouter';
import { paths } from '../../routes.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { texts } from './recovery-words.ts';

/** `/change-password-confirmation` */
export default function PasswordChanged() {
  return (
    <Confirmation title={texts.changed.title} icon="done">
      <p>{texts.changed.text}</p>
      <Link className="button primary" to={paths.login}>
        {texts.toLogin}
      </Link>
    </Confirmation>
  );
}
