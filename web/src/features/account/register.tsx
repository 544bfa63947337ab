import { registerForm, toRegistration } from '@one-planet/contract';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { accountDraftName, keepDraft, readDraft } from '../../offline/drafts.ts';
import { useSite } from '../../site/client.ts';
import { awaitResponse, isRateLimited } from '../../site/responses.ts';
import { paths } from '../../site/routes.ts';
import { formTexts } from '../../texts/form-words.ts';
import { Text } from '../../ui/blocks.tsx';
import { EmailField } from '../../ui/form/account-fields.tsx';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { Checkbox, ErrorSummary, Field, SubmitButton } from '../../ui/form/fields.tsx';
import { NameFields } from '../../ui/form/name-fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Heading } from '../../ui/heading.tsx';
import { RequirementPanels } from '../../ui/requirement-panels.tsx';
import { register as texts } from './account-words.ts';
import { SignInOptions } from './sign-in-options.tsx';

const registrationRules = registerForm.transform(toRegistration);

/** `/register`: the application form (specification/website §2, §4, §5, §8). */
export function Register() {
  const { api } = useSite();
  const [, navigate] = useLocation();
  const [dialog, showMessage] = useMessageDialog();
  const [hasAgreed, setHasAgreed] = useState(false);
  const form = useForm({
    draftName: accountDraftName,
    rules: registrationRules,
    onValues: ({ iAm18, iAgreeTerms }) => setHasAgreed(Boolean(iAm18 && iAgreeTerms)),
    onSubmit: async (body) => {
      const response = await awaitResponse(api.applicants.register({ body }));
      const { status, message } = response;
      if (status === 201) {
        const savedDraft = readDraft(accountDraftName);
        form.forget();
        keepDraft(accountDraftName, { email: body.email });
        // Passed on, so that the form can be filled again if the address turns out to be wrong.
        navigate(paths.registered, { state: { typed: savedDraft } });
      } else if (status === 0) showMessage(texts.network, { blamesConnection: true });
      else if (status === 409 && message)
        showMessage(message, { actions: <SignInOptions isMain /> });
      // The specification has no text for a 400 or a 429, so the server's message follows the general one.
      else {
        const isMessageShown = status === 400 || isRateLimited(response);
        showMessage(formTexts.tryLater, { secondMessage: isMessageShown ? message : undefined });
      }
    },
  });
  const { errors, busy: isBusy } = form;
  return (
    <div className="page narrow">
      <Heading>{texts.title}</Heading>
      <p className="lead">{texts.lead}</p>
      <RequirementPanels />
      <ErrorSummary errors={errors} refusalCount={form.refusalCount} />
      <form {...form.props}>
        <NameFields errors={errors} />
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
            <Agreement text={texts.iAgreeTerms} href={paths.terms} linkText={texts.termsLink} />
          }
          error={errors.iAgreeTerms}
        />
        <Checkbox
          name="agreeToPrivacy"
          label={
            <Agreement
              text={texts.agreeToPrivacy}
              href={paths.privacy}
              linkText={texts.privacyLink}
            />
          }
          error={errors.agreeToPrivacy}
        />
        <Checkbox name="iAgreeMarketing" label={texts.iAgreeMarketing} />
        <SubmitButton
          isBusy={isBusy}
          label={texts.submit}
          busyLabel={texts.sending}
          disabledReason={hasAgreed ? '' : texts.missing}
        />
      </form>
      <p>{texts.haveAccount}</p>
      <SignInOptions />
      {dialog}
    </div>
  );
}

/** The label of a checkbox, with a link that opens the text to agree to in a new tab, so that the form stays open. */
function Agreement({ text, href, linkText }: Record<'text' | 'href' | 'linkText', string>) {
  return (
    <>
      <Text>{text}</Text>{' '}
      <a href={href} target="_blank" rel="noreferrer">
        <Text>{linkText}</Text>
        <span className="hidden">{` ${texts.newTab}`}</span>
      </a>
    </>
  );
}
