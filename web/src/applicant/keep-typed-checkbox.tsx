import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useId, useRef, useState } from 'react';
import {
  isTypingKept,
  keepFormInput,
  restoreFormInput,
  startKeeping,
  stopKeeping,
} from '../offline/kept-input.ts';
import { isTypingKeptAtom, sessionAtom } from '../site/atoms.ts';
import { useSite } from '../site/client.ts';
import { keepTypingTexts as texts } from '../texts/applicant-words.ts';
import { fillFromDraft } from '../ui/form/form-entries.ts';

/**
 * The checkbox below a form with which the applicant has her input stored on this device until she logs out.
 * @param draftName the name of the form's draft, see `draftNameOf`
 */
export function KeepTypedCheckbox({ draftName }: { draftName: string }) {
  const site = useSite();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const id = useId();
  const checkboxRef = useRef<HTMLInputElement>(null);
  const [isKeeping, setIsKeeping] = useAtom(isTypingKeptAtom);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    void isTypingKept(site, email).then(async (isWanted) => {
      setIsKeeping(isWanted);
      const keptDraft = isWanted && (await restoreFormInput(site, email, draftName));
      const form = checkboxRef.current?.form;
      if (!keptDraft || !form) return;
      fillFromDraft(form, keptDraft);
      // The form's listeners treat the restored values like typed ones.
      form.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }, [site, email, draftName, setIsKeeping]);

  useEffect(() => {
    const form = checkboxRef.current?.form;
    if (!isKeeping || !form) return;
    const saveTypedInput = withoutOverlap(() => keepFormInput(site, email, draftName));
    // On the document, so that it runs after React's listener on the root has stored the input in the tab.
    const onInput = ({ target }: Event) =>
      target instanceof Node && form.contains(target) && saveTypedInput();
    document.addEventListener('input', onInput);
    return () => {
      document.removeEventListener('input', onInput);
      // Saves the last change before the page is left.
      saveTypedInput();
    };
  }, [isKeeping, site, email, draftName]);

  const changeKeeping = async (isWanted: boolean) => {
    setHasFailed(false);
    setIsKeeping(isWanted);
    if (!isWanted) return stopKeeping(site, email);
    if (await startKeeping(site, email, draftName)) return;
    setIsKeeping(false);
    setHasFailed(true);
  };

  return (
    <div className="checkbox keeping">
      {/* Without a name, so that it is neither sent nor part of the draft. */}
      <input
        ref={checkboxRef}
        type="checkbox"
        id={id}
        checked={isKeeping}
        onChange={({ currentTarget }) => void changeKeeping(currentTarget.checked)}
      />
      <label htmlFor={id}>{texts.keep}</label>
      <details>
        <summary>{texts.more}</summary>
        <p className="hint">{texts.hint}</p>
      </details>
      <p className="hint" role="status">
        {hasFailed && texts.failed}
      </p>
    </div>
  );
}

/** @returns a function that calls `write`, but never while it runs: calls meanwhile lead to one more write afterwards */
function withoutOverlap(write: () => Promise<unknown>): () => void {
  let isWriteRunning = false;
  let mustWriteAgain = false;
  return async function writeUnlessBusy() {
    mustWriteAgain = isWriteRunning;
    if (isWriteRunning) return;
    isWriteRunning = true;
    await write();
    isWriteRunning = false;
    if (mustWriteAgain) void writeUnlessBusy();
  };
}
