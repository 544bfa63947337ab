import {
  type FocusEvent,
  type FormEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { dropDraft, keepDraft, readDraft } from '../../offline/drafts.ts';
import { ruleMessage } from '../../texts/rule-message.ts';
import {
  type FormValues,
  fillFromDraft,
  isEdited,
  prepareFiles,
  readDraftValues,
  readValues,
  showCleanValues,
} from './form-entries.ts';

/** A form's rules, e.g. a zod schema. */
interface Rules<V> {
  safeParse(
    values: FormValues,
  ):
    | { success: true; data: V }
    | { success: false; error: { issues: { path: (string | number)[]; message: string }[] } };
}

export interface FormOptions<V> {
  rules: Rules<V>;
  /** Sends the values. It must not throw: it shows its own errors. */
  send: (values: V) => Promise<void>;
  /** Called with the values when the rules refuse them, after each field has its message. */
  onRefused?: (values: FormValues) => void;
  /** The name of the draft in which the values are kept until `forget` is called, without passwords. */
  draft?: string;
  /** Called with the form's values after every change, and after the draft was restored. */
  onValues?: (values: FormValues) => void;
}

type Errors = Readonly<Record<string, string>>;

/**
 * A form of native elements, which hold the values. The rules are checked when it is submitted and, after a refusal,
 * with every change. A second submit while the first one is sent is ignored.
 */
export function useForm<V>({ rules, send, onRefused, draft, onValues }: FormOptions<V>) {
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [refusalCount, setAttempt] = useState(0);

  const restoreOnMount = useEffectEvent(() => {
    if (!form.current) return;
    if (draft) {
      const wasEdited = isEdited(form.current);
      fillFromDraft(form.current, readDraft(draft));
      if (wasEdited) keepFormDraft(draft, form.current);
    }
    onValues?.(readValues(form.current, draft));
  });
  useEffect(() => restoreOnMount(), []);

  const validate = (formElement: HTMLFormElement): V | undefined => {
    const result = rules.safeParse(readValues(formElement, draft));
    setErrors(result.success ? {} : firstMessages(result.error.issues));
    return result.success ? result.data : undefined;
  };

  const onInput = async () => {
    if (!form.current) return;
    if (draft) keepFormDraft(draft, form.current);
    onValues?.(readValues(form.current, draft));
    if (refusalCount === 0) return;
    await prepareFiles(form.current);
    if (form.current) validate(form.current);
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    try {
      if (form.current) await prepareFiles(form.current);
      // The page may have been left meanwhile.
      if (!form.current) return;
      showCleanValues(form.current.elements);
      const values = validate(form.current);
      if (values) await send(values);
      else {
        setAttempt(refusalCount + 1);
        onRefused?.(readValues(form.current, draft));
      }
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  };

  return {
    busy: isBusy,
    errors,
    attempt: refusalCount,
    /** Drops the draft. */
    forget: () => draft && dropDraft(draft),
    /** `method="dialog"`: before the page's script runs, submitting does nothing instead of reloading the page. */
    props: {
      ref: form,
      noValidate: true,
      method: 'dialog',
      onInput,
      onBlur: ({ target }: FocusEvent) => showCleanValues([target]),
      onSubmit,
    },
  };
}

/** Keeps a form's values. Another form may share the draft, so entries without a field in this form stay. */
function keepFormDraft(draft: string, form: HTMLFormElement): void {
  const otherFormEntries = Object.entries(readDraft(draft)).filter(
    ([name]) => !form.elements.namedItem(name),
  );
  keepDraft(draft, { ...Object.fromEntries(otherFormEntries), ...readDraftValues(form) });
}

function firstMessages(issues: readonly { path: (string | number)[]; message: string }[]): Errors {
  const messages: Record<string, string> = {};
  for (const { path, message } of issues) messages[String(path[0])] ??= ruleMessage(message);
  return messages;
}
