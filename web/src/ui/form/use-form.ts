import {
  type FocusEvent,
  type FormEvent,
  startTransition,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { dropDraft, keepDraft, readDraft } from '../../offline/drafts.ts';
import { translateRuleMessage } from '../../texts/rule-message.ts';
import {
  type FormValues,
  fillFromDraft,
  isEdited,
  prepareFiles,
  readDraftValues,
  readFormValues,
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
  /** Called with the values that the rules accept. It must not throw: it shows its own errors. */
  onSubmit: (values: V) => Promise<void>;
  /** Called with the values when the rules refuse them, after each field has its message. */
  onRefused?: (values: FormValues) => void;
  /**
   * The name of the draft in which the values are kept, without passwords. `forget` drops it; that of a step is dropped
   * by `finishStep` (send-item.ts), and that of a payment once it is verified.
   */
  draftName?: string;
  /** Called with the form's values after every change, and after the draft was restored. */
  onValues?: (values: FormValues) => void;
}

type Errors = Readonly<Record<string, string>>;

/**
 * A form of native elements, which hold the values. The rules are checked when it is submitted and, after a refusal,
 * with every change. A second submit while the first one is sent is ignored.
 */
export function useForm<V>({ rules, onSubmit, onRefused, draftName, onValues }: FormOptions<V>) {
  const formRef = useRef<HTMLFormElement>(null);
  const isSendingRef = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [refusalCount, setRefusalCount] = useState(0);

  const restoreOnMount = useEffectEvent(() => {
    if (!formRef.current) return;
    if (draftName) {
      const wasEdited = isEdited(formRef.current);
      fillFromDraft(formRef.current, readDraft(draftName));
      if (wasEdited) keepFormDraft(draftName, formRef.current);
    }
    onValues?.(readFormValues(formRef.current, draftName));
  });
  useEffect(() => restoreOnMount(), []);

  const validate = (formElement: HTMLFormElement): V | undefined => {
    const parseResult = rules.safeParse(readFormValues(formElement, draftName));
    const newErrors = parseResult.success ? {} : firstMessageByField(parseResult.error.issues);
    // Most keys change no message, and then nothing is to be rendered.
    setErrors((oldErrors) => (areSame(oldErrors, newErrors) ? oldErrors : newErrors));
    return parseResult.success ? parseResult.data : undefined;
  };

  const onInput = async () => {
    if (!formRef.current) return;
    if (draftName) keepFormDraft(draftName, formRef.current);
    onValues?.(readFormValues(formRef.current, draftName));
    if (refusalCount === 0) return;
    await prepareFiles(formRef.current);
    // What she typed is painted before the messages, which take a slow phone longer.
    startTransition(() => {
      if (formRef.current) validate(formRef.current);
    });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSendingRef.current) return;
    isSendingRef.current = true;
    setIsBusy(true);
    try {
      if (formRef.current) await prepareFiles(formRef.current);
      // The page may have been left meanwhile.
      if (!formRef.current) return;
      showCleanValues(formRef.current.elements);
      const values = validate(formRef.current);
      if (values) await onSubmit(values);
      else {
        setRefusalCount(refusalCount + 1);
        onRefused?.(readFormValues(formRef.current, draftName));
      }
    } finally {
      isSendingRef.current = false;
      setIsBusy(false);
    }
  };

  return {
    busy: isBusy,
    errors,
    /** How often the rules have refused the form. */
    refusalCount,
    /** Drops the draft. */
    forget: () => draftName && dropDraft(draftName),
    /**
     * `method="post"`: where no script of the site runs, nothing typed is written into the address. The site's policy
     * forbids that the form is sent at all; engines that do not know policies do not know `method="dialog"` either.
     */
    props: {
      ref: formRef,
      noValidate: true,
      method: 'post',
      onInput,
      onBlur: ({ target }: FocusEvent) => showCleanValues([target]),
      onSubmit: submit,
    },
  };
}

/** Keeps a form's values. Another form may share the draft, so entries without a field in this form stay. */
function keepFormDraft(draftName: string, form: HTMLFormElement): void {
  const otherFormEntries = Object.entries(readDraft(draftName)).filter(
    ([name]) => !form.elements.namedItem(name),
  );
  keepDraft(draftName, { ...Object.fromEntries(otherFormEntries), ...readDraftValues(form) });
}

/** @returns whether the same fields have the same messages */
function areSame(oldErrors: Errors, newErrors: Errors): boolean {
  const fieldNames = Object.keys({ ...oldErrors, ...newErrors });
  return fieldNames.every((fieldName) => oldErrors[fieldName] === newErrors[fieldName]);
}

function firstMessageByField(
  issues: readonly { path: (string | number)[]; message: string }[],
): Errors {
  const messageByField: Record<string, string> = {};
  for (const { path, message } of issues)
    messageByField[String(path[0])] ??= translateRuleMessage(message);
  return messageByField;
}
