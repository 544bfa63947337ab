import { Link } from 'wouter';
import { paths } from '../../routes.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { texts as frame } from '../../words/frame.ts';
import { texts } from './activation-words.ts';

/** `/password-registration-success` */
export default function PasswordCreated() {
  const { title, text, takeTest } = texts.created;
  return (
    <Confirmation title={title} icon="done">
      <p>{text}</p>
      <p className="actions">
        <Link className="button primary" to={paths.takeExam}>
          {takeTest}
        </Link>
        <Link className="button" to={paths.home}>
          {frame.goHome}
        </Link>
      </p>
    </Confirmation>
  );
}
