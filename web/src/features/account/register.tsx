import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '../../routes.ts';
import { answerOf } from '../../site/answers.ts';
import { useSite } from '../../site/site.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { EmailField, Field } from '../../ui/form/field.tsx';
import { useMessageDialog } from '../../ui/form/message-dialog.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Heading } from '../../ui/heading.tsx';
import { RequirementPanels } from '../../ui/requirements/requirement-panels.tsx';
import { Text } from '../../ui/text.tsx';
import { register as texts } from './words.ts';

const names = [
  ['firstName', 'given-name'],
  ['middleName', 'additional-name'],
  ['lastName', 'family-name'],
] as const;

/** `/register`: the application form (website specification, sections 2, 4, 5 and 8). */
export function Register() {
  const { api } = useSite();
  const [, navigate] = useLocation();
  const [dialog, tell] = useMessageDialog();
  const [agreed, setAgreed] = useState(false);
  const form = useForm({
    draft: 'register',
    rules: async () => {
      const { registerForm, toRegistration } = await import('@one-planet/contract');
      return registerForm.transform(toRegistration);
    },
    onTyped: ({ iAm18, iAgreeTerms }) => setAgreed(Boolean(iAm18 && iAgreeTerms)),
    onUnreachable: () => tell(texts.network),
    send: async (body) => {
      const { status, message } = await answerOf(api.applicants.register({ body }));
      if (status === 201) {
        form.forget();
        navigate(paths.registered);
      } else if (status === 0) tell(texts.network);
      else if (status === 409 && message) tell(message);
      // The specification has no words for refused input: the server's follow ours.
      else tell(texts.unexpected, { more: status === 400 ? message : '' });
    },
  });
  const { errors, busy } = form;
  return (
    <div className="page with-panel">
      <div>
        <Heading>{texts.title}</Heading>
        <p className="lead">{texts.lead}</p>
        <ErrorSummary errors={errors} attempt={form.attempt} />
        <form {...form.props}>
          <p className="hint" id="name-hint">
            {texts.nameHint}
          </p>
          <div className="three">
            {names.map(([name, autoComplete]) => (
              <Field
                key={name}
                name={name}
                label={texts[name]}
                autoComplete={autoComplete}
                describedBy="name-hint"
                error={errors[name]}
              />
            ))}
          </div>
          <EmailField label={texts.email} hint={texts.emailHint} error={errors.email} />
          <Field
            name="phoneNumber"
            type="tel"
            label={texts.phoneNumber}
            placeholder={texts.phonePlaceholder}
            autoComplete="tel"
            error={errors.phoneNumber}
          />
          <Field
            name="referralCode"
            label={texts.referralCode}
            required={false}
            autoComplete="off"
            error={errors.referralCode}
          />
          <Checkbox name="iAm18" label={texts.iAm18} error={errors.iAm18} />
          <Checkbox
            name="iAgreeTerms"
            label={<Agreement text={texts.iAgreeTerms} to={paths.terms} link={texts.termsLink} />}
            error={errors.iAgreeTerms}
          />
          <Checkbox
            name="agreeToPrivacy"
            label={
              <Agreement text={texts.agreeToPrivacy} to={paths.privacy} link={texts.privacyLink} />
            }
            error={errors.agreeToPrivacy}
          />
          <Checkbox name="iAgreeMarketing" label={texts.iAgreeMarketing} />
          <SubmitButton
            busy={busy}
            label={texts.submit}
            busyLabel={texts.sending}
            missing={agreed ? '' : texts.missing}
          />
        </form>
        <p>
          <Text>{texts.haveAccount}</Text> <Link to={paths.login}>{texts.signIn}</Link>
        </p>
      </div>
      <RequirementPanels />
      {dialog}
    </div>
  );
}

/** What she agrees to opens beside the form, which she does not have to leave. */
function Agreement({ text, to, link }: { text: string; to: string; link: string }) {
  return (
    <>
      <Text>{text}</Text>{' '}
      <a href={to} target="_blank" rel="noreferrer">
        <Text>{link}</Text>
        <span className="hidden">{` ${texts.newTab}`}</span>
      </a>
    </>
  );
}
