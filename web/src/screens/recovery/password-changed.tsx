import { Link } from 'wouter';
import { Confirmation } from '../../components/confirmation.tsx';
import { paths } from '../../paths.ts';
import { texts } from '../../texts/recovery.ts';

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
