/** What an applicant sees in the place of an invitation to the test after the server refused to start one. */
import { useAtomValue, useSetAtom } from 'jotai';
import { RESET } from 'jotai/utils';
import type { ReactNode } from 'react';
import { examRefusalAtom, sessionAtom } from '../site/atoms.ts';
import type { Message } from '../site/messages.ts';
import { isOwnedBy } from '../site/owner.ts';
import { examRefusalTexts as texts } from '../texts/applicant-words.ts';

/** @returns the system notice with which the server refused her the test, maybe empty; `undefined` if it did not */
export function useExamRefusal(): Message | undefined {
  const refusal = useAtomValue(examRefusalAtom);
  const session = useAtomValue(sessionAtom);
  return refusal && session && isOwnedBy(refusal.owner, session.email) ? refusal.notice : undefined;
}

interface ExamRefusalProps {
  notice: Message;
  /** Whom to ask, where the page does not say it below. */
  children?: ReactNode;
}

/** What the refusal means, and a button for an applicant whom the college has allowed another test. */
export function ExamRefusal({ notice, children }: ExamRefusalProps) {
  const setRefusal = useSetAtom(examRefusalAtom);
  return (
    <>
      {notice.text && (
        <blockquote className="retry">
          <p lang={notice.language}>{notice.text}</p>
        </blockquote>
      )}
      <p>{texts.meaning}</p>
      <p>{texts.ask}</p>
      {children}
      <p className="actions">
        <button type="button" className="button" onClick={() => setRefusal(RESET)}>
          {texts.allowed}
        </button>
      </p>
    </>
  );
}
