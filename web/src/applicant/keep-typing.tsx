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
import { keepTypingTexts as texts } from '../texts/applicant-words.ts';
import { fillFromDraft } from '../ui/form/form-entries.ts';

/**
 * The box below a form with which the applicant has what she types kept on this device until she logs out.
 * @param draft the form's name, see `draftNameOf`
 */
export function KeepTyping({ draft }: { draft: string }) {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [keeps, setKeeps] = useAtom(isTypingKeptAtom);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    void isTypingKept(email).then(async (wished) => {
      setKeeps(wished);
      const kept = wished && (await restoreFormInput(email, draft));
      const form = box.current?.form;
      if (!kept || !form) return;
      fillFromDraft(form, kept);
      // As if she had typed it: what depends on the input follows.
      form.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }, [email, draft, setKeeps]);

  useEffect(() => {
    const form = box.current?.form;
    if (!keeps || !form) return;
    const writer = oneAtATime(() => keepFormInput(email, draft));
    // Above the page's root, where React listens: the tab has it by then.
    const onInput = ({ target }: Event) =>
      target instanceof Node && form.contains(target) && writer();
    document.addEventListener('input', onInput);
    return () => {
      document.removeEventListener('input', onInput);
      // The last letter.
      writer();
    };
  }, [keeps, email, draft]);

  const choose = async (wanted: boolean) => {
    setFailed(false);
    setKeeps(wanted);
    if (!wanted) return stopKeeping(email);
    if (await startKeeping(email, draft)) return;
    setKeeps(false);
    setFailed(true);
  };

  return (
    <div className="checkbox keeping">
      {/* Without a name: it is not sent, and no part of what is typed. */}
      <input
        ref={box}
        type="checkbox"
        id={id}
        checked={keeps}
        onChange={({ currentTarget }) => void choose(currentTarget.checked)}
      />
      <label htmlFor={id}>{texts.keep}</label>
      <details>
        <summary>{texts.more}</summary>
        <p className="hint">{texts.hint}</p>
      </details>
      <p className="hint" role="status">
        {failed && texts.failed}
      </p>
    </div>
  );
}

/** Writes again after a write during which something changed, and never twice at once. */
function oneAtATime(write: () => Promise<unknown>): () => void {
  let writing = false;
  let again = false;
  return async function writer() {
    again = writing;
    if (writing) return;
    writing = true;
    await write();
    writing = false;
    if (again) void writer();
  };
}
