import { Link } from 'wouter';
import { Confirmation } from '../../components/confirmation.tsx';
import { paths, stepPaths } from '../../paths.ts';
import { texts } from '../../texts/activation.ts';
import { texts as frame } from '../../texts/frame.ts';

/** `/password-registration-success` */
export default function PasswordCreated() {
  const { title, text, takeTest } = texts.created;
  return (
    <Confirmation title={title} icon="done">
      <p>{text}</p>
      <p className="actions">
        <Link className="button primary" to={stepPaths.takeExam}>
          {takeTest}
        </Link>
        <Link className="button" to={paths.home}>
          {frame.goHome}
        </Link>
      </p>
    </Confirmation>
  );
}
