import { DearApplicant } from './dear-applicant.tsx';
import { SessionWatch } from './session-watch.tsx';

/** What stands around every page for somebody who is logged in. */
export default function SessionParts() {
  return (
    <>
      <SessionWatch />
      <DearApplicant />
    </>
  );
}
