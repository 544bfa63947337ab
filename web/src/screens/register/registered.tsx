import { Link } from 'wouter';
import { Confirmation } from '../../components/confirmation.tsx';
import { paths } from '../../paths.ts';
import { texts } from '../../texts/register.ts';

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
