import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ruleMessage } from '../../language/rule-message.ts';
import { dropDraft, keepDraft, readDraft } from '../../site/drafts.ts';
import { isTouched, keepable, prepareFiles, restore, type Typed, typed } from './form-entries.ts';

/** What a form's rules say of what was typed; zod's schemas fit. */
export interface Rules<V> {
  safeParse(
    typed: Typed,
  ):
    | { success: true; data: V }
    | { success: false; error: { issues: { path: (string | number)[]; message: string }[] } };
}

export interface FormOptions<V> {
  /** Loads the rules; called when somebody begins to type, so that they are there when they are needed. */
  rules: () => Promise<Rules<V>>;
  /** Sends what was typed. It shows by itself what went wrong. */
  send: (values: V) => Promise<void>;
  /** The rules could not be loaded: the connection is gone. */
  onUnreachable: () => void;
  /** Told what was typed when the rules refuse it, after each field has its message. */
  onRefused?: (typed: Typed) => void;
  /** Keeps what is typed under this name until `forget` is called. Passwords are left out. */
  draft?: string;
  /** Told what stands in the form, after every change and once a draft is back. */
  onTyped?: (typed: Typed) => void;
}

type Errors = Readonly<Record<string, string>>;

/**
 * A form of native elements: entries stay in the elements, the rules are checked when it is sent and, after a
 * refusal, with every change. A second send while the first one runs is ignored.
 */
export function useForm<V>({
  rules,
  send,
  onUnreachable,
  onRefused,
  draft,
  onTyped,
}: FormOptions<V>) {
  const form = useRef<HTMLFormElement>(null);
  const loaded = useRef<Rules<V>>(undefined);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);

  const begin = useEffectEvent(() => {
    if (!form.current) return;
    if (draft) {
      const typedEarly = isTouched(form.current);
      restore(form.current, readDraft(draft));
      if (typedEarly) keepDraft(draft, keepable(form.current));
    }
    onTyped?.(typed(form.current, draft));
  });
  useEffect(() => begin(), []);

  const load = async () => {
    loaded.current ??= await rules();
    return loaded.current;
  };

  const check = (against: Rules<V>): V | undefined => {
    // Gone while the rules were on their way: nobody is there to be told.
    if (!form.current) return undefined;
    const result = against.safeParse(typed(form.current, draft));
    setErrors(result.success ? {} : firstMessages(result.error.issues));
    return result.success ? result.data : undefined;
  };

  const onInput = () => {
    if (!form.current) return;
    if (draft) keepDraft(draft, keepable(form.current));
    onTyped?.(typed(form.current, draft));
    load().then(
      async (against) => {
        if (attempt === 0 || !form.current) return;
        await prepareFiles(form.current);
        check(against);
      },
      () => {},
    );
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      const against = await load().catch(onUnreachable);
      if (form.current) await prepareFiles(form.current);
      const values = against && check(against);
      if (values) await send(values);
      else if (against && form.current) {
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
    /** What was typed is sent, or not wanted any more. */
    forget: () => draft && dropDraft(draft),
    /** `method="dialog"`: until the page's script runs, sending does nothing instead of reloading. */
    props: { ref: form, noValidate: true, method: 'dialog', onInput, onSubmit },
  };
}

function firstMessages(issues: readonly { path: (string | number)[]; message: string }[]): Errors {
  const messages: Record<string, string> = {};
  for (const { path, message } of issues) messages[String(path[0])] ??= ruleMessage(message);
  return messages;
}
