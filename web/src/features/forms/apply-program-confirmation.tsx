import { lifecycle } from '@one-planet/contract/lifecycle';
import { Link } from 'wouter';
import { StepGuard } from '../../applicant/step-page.tsx';
import { paths } from '../../routes.ts';
import { useNavigationState } from '../../site/navigation-state.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { texts as frame } from '../../words/frame.ts';
import { texts } from './application-words.ts';

/** `/applicant/apply_program_confirmation` (journey specification, section 2). */
export default function ApplyProgramConfirmation() {
  return (
    <StepGuard title={texts.statusTitle} state={lifecycle['applicants.applyForProgram'].to}>
      {() => <Applied />}
    </StepGuard>
  );
}

function Applied() {
  const { title, appliedTo, applied, review, meanwhile } = texts.done;
  // Only the page before knows the program: no call of the API tells it.
  const { program } = useNavigationState();
  return (
    <Confirmation title={title} icon="done">
      {typeof program === 'string' && program ? (
        <p>
          {appliedTo} <strong>{program}</strong>.
        </p>
      ) : (
        <p>{applied}</p>
      )}
      <p>{review}</p>
      <p>{meanwhile}</p>
      <p className="actions">
        <Link className="button primary" to={paths.home}>
          {frame.goHome}
        </Link>
      </p>
    </Confirmation>
  );
}
