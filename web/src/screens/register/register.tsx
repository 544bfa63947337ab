import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Checkbox } from '../../components/checkbox.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmailField } from '../../components/email-field.tsx';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { Field } from '../../components/field.tsx';
import { Heading } from '../../components/heading.tsx';
import { RequirementPanels } from '../../components/requirement-panels.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useForm } from '../../components/use-form.ts';
import { paths } from '../../paths.ts';
import { answerOf } from '../../state/answer.ts';
import { useSite } from '../../state/site.ts';
import { texts as shared } from '../../texts/dialog.ts';
import { texts } from '../../texts/register.ts';

const names = [
  ['firstName', 'given-name'],
  ['middleName', 'additional-name'],
  ['lastName', 'family-name'],
] as const;

/** `/register`: the application form (website specification, sections 2, 4, 5 and 8). */
export default function Register() {
  const { api } = useSite();
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<{ text: string; more?: string }>();
  const [agreed, setAgreed] = useState(false);
  const form = useForm({
    draft: 'register',
    rules: async () => {
      const { registerForm, toRegistration } = await import('./rules.ts');
      return registerForm.transform(toRegistration);
    },
    onTyped: ({ iAm18, iAgreeTerms }) => setAgreed(Boolean(iAm18 && iAgreeTerms)),
    onUnreachable: () => setProblem({ text: texts.network }),
    send: async (body) => {
      const { status, message } = await answerOf(api.applicants.register({ body }));
      if (status === 201) {
        form.forget();
        navigate(paths.registered);
      } else if (status === 0) setProblem({ text: texts.network });
      else if (status === 409 && message) setProblem({ text: message });
      // A refusal of the input has no words of its own in the specification: the server's stand below.
      else setProblem({ text: texts.unexpected, more: status === 400 ? message : '' });
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
          <p className="hint">{texts.nameHint}</p>
          <div className="three">
            {names.map(([name, autoComplete]) => (
              <Field
                key={name}
                name={name}
                label={texts[name]}
                autoComplete={autoComplete}
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
            label={
              <>
                {texts.iAgreeTerms}{' '}
                <a href={paths.terms} target="_blank" rel="noreferrer">
                  {texts.termsLink}
                  <span className="hidden"> {texts.newTab}</span>
                </a>
              </>
            }
            error={errors.iAgreeTerms}
          />
          <Checkbox
            name="agreeToPrivacy"
            label={texts.agreeToPrivacy}
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
          {texts.haveAccount} <Link to={paths.login}>{texts.signIn}</Link>
        </p>
      </div>
      <RequirementPanels />
      {problem && (
        <Dialog title={shared.error} onClose={() => setProblem(undefined)}>
          <p>{problem.text}</p>
          {problem.more && <p>{problem.more}</p>}
        </Dialog>
      )}
    </div>
  );
}
