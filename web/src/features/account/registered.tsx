import { Link } from 'wouter';
import { paths } from '../../routes.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { texts } from './register-words.ts';

/** `/registration-successful` */
export default function Registered() {
  const { title, check, spam, resend, toLogin } = texts.done;
  return (
    <Confirmation title={title} icon="mail">
      <p>{check}</p>
      <p>{spam}</p>
      <p>{resend}</p>
      <Link className="button primary" to={paths.login}>
        {toLogin}
      </Link>
    </Confirmation>
  );
}
