/** What an applicant sees in the place of an invitation to the test after the server refused to start one. */
import { useAtomValue, useSetAtom } from 'jotai';
import { RESET } from 'jotai/utils';
import { examRefusalAtom, sessionAtom } from '../site/atoms.ts';
import { languageOf } from '../site/responses.ts';
import { ownerHashOf } from '../site/stored-session.ts';
import { examRefusalTexts as texts } from '../texts/applicant-words.ts';

/** @returns the system notice with which the server refused her the test, maybe empty; `undefined` if it did not */
export function useExamRefusal(): string | undefined {
  const refusal = useAtomValue(examRefusalAtom);
  const session = useAtomValue(sessionAtom);
  return refusal && session && refusal.owner === ownerHashOf(session.email)
    ? refusal.notice
    : undefined;
}

/** What the refusal means. The page that shows it also says whom to ask. */
export function ExamRefusal({ notice }: { notice: string }) {
  const setRefusal = useSetAtom(examRefusalAtom);
  return (
    <>
      {notice && (
        <blockquote className="retry">
          <p lang={languageOf(notice)}>{notice}</p>
        </blockquote>
      )}
      <p>{texts.meaning}</p>
      <p>{texts.ask}</p>
      <p>
        <button type="button" className="link" onClick={() => setRefusal(RESET)}>
          {texts.allowed}
        </button>
      </p>
    </>
  );
}
