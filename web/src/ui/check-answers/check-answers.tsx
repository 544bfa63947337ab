import { type RefObject, useEffect, useRef, useState } from 'react';
import { texts } from '../../words/forms.ts';
import { Text } from '../text.tsx';
import { answersIn } from './answers-in.ts';

interface CheckAnswersProps {
  form: RefObject<HTMLFormElement | null>;
  draft: string;
  /** Why to look closely. */
  lead: string;
  /** They are being sent, and can't be changed. */
  busy: boolean;
  /** Goes back to the form, to one of its controls. */
  onChange: (control: string) => void;
}

/** What she is about to send, each answer with a way back to its field. */
export default function CheckAnswers({ form, draft, lead, busy, onChange }: CheckAnswersProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [answers] = useState(() => (form.current ? answersIn(form.current, draft) : []));
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const { check } = texts;
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {check.title}
      </h2>
      <p>{lead}</p>
      <dl className="answers">
        {answers.map(({ label, value, control }) => (
          <div key={control}>
            <dt>{label}</dt>
            <dd>{value || <span className="optional">{check.notGiven}</span>}</dd>
            <dd>
              <button
                type="button"
                className="link"
                aria-disabled={busy}
                onClick={() => onChange(control)}
              >
                <Text>{check.change}</Text>
                <span className="hidden">{` ${label}`}</span>
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
