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
  isTouched,
  keepable,
  prepareFiles,
  restore,
  showClean,
  type Typed,
  typed,
} from './form-entries.ts';

/** A form's rules; zod's schemas fit. */
interface Rules<V> {
  safeParse(
    typed: Typed,
  ):
    | { success: true; data: V }
    | { success: false; error: { issues: { path: (string | number)[]; message: string }[] } };
}

export interface FormOptions<V> {
  rules: Rules<V>;
  /** Sends what was typed. It shows by itself what went wrong. */
  send: (values: V) => Promise<void>;
  /** Called with what was typed when the rules refuse it, after each field has its message. */
  onRefused?: (typed: Typed) => void;
  /** Keeps what is typed under this name until `forget` is called. Passwords are left out. */
  draft?: string;
  /** Called with what stands in the form, after every change and once a draft is back. */
  onTyped?: (typed: Typed) => void;
}

type Errors = Readonly<Record<string, string>>;

/**
 * A form of native elements: entries stay in the elements, the rules are checked when it is sent and, after a
 * refusal, with every change. A second send while the first one runs is ignored.
 */
export function useForm<V>({ rules, send, onRefused, draft, onTyped }: FormOptions<V>) {
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);

  const begin = useEffectEvent(() => {
    if (!form.current) return;
    if (draft) {
      const typedEarly = isTouched(form.current);
      restore(form.current, readDraft(draft));
      if (typedEarly) keep(draft, form.current);
    }
    onTyped?.(typed(form.current, draft));
  });
  useEffect(() => begin(), []);

  const check = (box: HTMLFormElement): V | undefined => {
    const result = rules.safeParse(typed(box, draft));
    setErrors(result.success ? {} : firstMessages(result.error.issues));
    return result.success ? result.data : undefined;
  };

  const onInput = async () => {
    if (!form.current) return;
    if (draft) keep(draft, form.current);
    onTyped?.(typed(form.current, draft));
    if (attempt === 0) return;
    await prepareFiles(form.current);
    if (form.current) check(form.current);
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      if (form.current) await prepareFiles(form.current);
      // She may have gone to another page meanwhile.
      if (!form.current) return;
      showClean(form.current.elements);
      const values = check(form.current);
      if (values) await send(values);
      else {
        setAttempt(attempt + 1);
        onRefused?.(typed(form.current, draft));
      }
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return {
    busy,
    errors,
    attempt,
    /** Drops the draft: it is sent, or not wanted any more. */
    forget: () => draft && dropDraft(draft),
    /** `method="dialog"`: until the page's script runs, sending does nothing instead of reloading. */
    props: {
      ref: form,
      noValidate: true,
      method: 'dialog',
      onInput,
      onBlur: ({ target }: FocusEvent) => showClean([target]),
      onSubmit,
    },
  };
}

/** Another form may share the draft: what only that one has stays. */
function keep(draft: string, form: HTMLFormElement): void {
  const others = Object.entries(readDraft(draft)).filter(
    ([name]) => !form.elements.namedItem(name),
  );
  keepDraft(draft, { ...Object.fromEntries(others), ...keepable(form) });
}

function firstMessages(issues: readonly { path: (string | number)[]; message: string }[]): Errors {
  const messages: Record<string, string> = {};
  for (const { path, message } of issues) messages[String(path[0])] ??= ruleMessage(message);
  return messages;
}
