import { type Id, profileForm, toProfileUpdate } from '@one-planet/contract';
import { useAtomValue } from 'jotai';
import { useId, useState } from 'react';
import { useLocation } from 'wouter';
import { biographyFactsIn } from '../../applicant/shown-biography.ts';
import { draftNameOf, dropAllDrafts } from '../../offline/drafts.ts';
import { useApplicant, useApplicantQueryOptions } from '../../site/applicant-queries.ts';
import { sessionAtom } from '../../site/atoms.ts';
import { endSession, useSite } from '../../site/client.ts';
import { awaitResponse } from '../../site/responses.ts';
import { paths } from '../../site/routes.ts';
import { fieldsOf, idOf, isObject, textOf, textsIn } from '../../site/unchecked.ts';
import { formatPhone } from '../../texts/formats.ts';
import { DescriptionList, Text } from '../../ui/blocks.tsx';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { ErrorSummary, Field, SubmitButton } from '../../ui/form/fields.tsx';
import { NameFields } from '../../ui/form/name-fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Heading } from '../../ui/heading.tsx';
import { Retry, Skeleton } from '../../ui/loading.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useObjectUrl } from '../../ui/thumbnail.tsx';
import { profileTexts as texts } from './profile-words.ts';
import '../../styles/profile.css';

/** `/applicant/edit_profile`, for applicants in every state (specification/journey §2). */
export function EditProfile() {
  const biographyQuery = useBiography();
  const { account, isError, refetch } = useAccount();
  const id = useId();
  return (
    <div className="page">
      <div id={id}>
        <Heading>{texts.title}</Heading>
      </div>
      <div className="profile">
        <Tabs labelledBy={id} tabNames={texts.tabs}>
          {(tabIndex) => (
            // Both tabs stay mounted, so that input survives switching.
            <>
              <div hidden={tabIndex !== 0}>
                {isError && <Retry hasDrawing text={texts.failed} onRetry={refetch} />}
                {!isError && (account ? <ProfileForm account={account} /> : <Skeleton />)}
                <ProfilePicture fileName={biographyQuery.data?.picture ?? ''} />
              </div>
              <div hidden={tabIndex !== 1}>
                <BiographySettings biographyQuery={biographyQuery} />
              </div>
            </>
          )}
        </Tabs>
      </div>
    </div>
  );
}

/** The form with names and phone number (specification/journey §2, §5, §7, §8). */
function ProfileForm({ account: { id, names, phone } }: { account: AccountValues }) {
  const site = useSite();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const [, navigate] = useLocation();
  const [dialog, showMessage] = useMessageDialog();

  const endSessionAndLogIn = () => {
    // Unlike a logout this keeps a test that is running, because it does not ask for a confirmation.
    dropAllDrafts();
    endSession(site);
    // Replaces the history entry: otherwise Back would lead to this page, which would redirect to the login again.
    navigate(paths.login, { replace: true });
  };
  const form = useForm({
    draftName: draftNameOf('profile', email),
    rules: profileForm.transform((values) => toProfileUpdate(values, email)),
    onSubmit: async (body) => {
      if (id === undefined) {
        showMessage(texts.noId);
        return;
      }
      const request = site.api.applicants.editProfile({ params: { applicantId: id }, body });
      const { status, message } = await awaitResponse(request);
      if (status === 200 || status === 201 || status === 202 || status === 204) {
        form.forget();
        showMessage(texts.updated, { title: texts.success, onClose: endSessionAndLogIn });
      } else if (status === 0) showMessage(texts.checkConnection, { blamesConnection: true });
      // After a 401 the session is over, and the page's guard redirects to the login.
      else if (status !== 401) showMessage(texts.checkInput, { secondMessage: message });
    },
  });
  return (
    <>
      <ErrorSummary errors={form.errors} refusalCount={form.refusalCount} />
      <form {...form.props}>
        <NameFields errors={form.errors} values={names} />
        <Field
          name="phoneNumber"
          type="tel"
          label={texts.phoneNumber}
          autoComplete="tel"
          defaultValue={phone}
          error={form.errors.phoneNumber}
        />
        <SubmitButton
          isBusy={form.busy}
          label={texts.save}
          busyLabel={texts.saving}
          disabledReason={id === undefined ? texts.noId : ''}
        />
      </form>
      {dialog}
    </>
  );
}

/** The biography in the profile, which cannot be changed (specification/journey §2). */
function BiographySettings({
  biographyQuery: { isError, isMissing, data, refetch },
}: {
  biographyQuery: Biography;
}) {
  if (isMissing) return <p>{texts.noBiography}</p>;
  if (isError) return <Retry text={texts.biographyFailed} onRetry={refetch} />;
  if (!data) return <Skeleton />;
  return <DescriptionList facts={data.facts} />;
}

export type Biography = ReturnType<typeof useBiography>;

/** Reads the biography; a missing picture is an empty text. */
function useBiography() {
  const { data, error, isError, refetch } = useSite().hooks.applicants.getBioData.useQuery({
    ...useApplicantQueryOptions(),
    call: { isUsable: isObject },
    select: (body) => ({
      picture: textOf(body.profilePicture),
      facts: biographyFactsIn(body),
    }),
  });
  return {
    data,
    /** The applicant has no biography yet: its fields are empty, or the backend responded with 404. */
    isMissing: data ? data.facts.length === 0 : fieldsOf(error).status === 404,
    isError,
    refetch,
  };
}

/** The profile picture, with two disabled buttons and the reason for that (specification/journey §2). */
function ProfilePicture({ fileName }: { fileName: string }) {
  const { email } = useSite().settings.contact;
  const { address, isError, refetch } = usePictureQuery(fileName);
  const id = useId();
  return (
    <div className="portrait">
      <Avatar pictureUrl={address} />
      <div>
        {[texts.change, texts.remove].map((buttonLabel) => (
          <button
            key={buttonLabel}
            type="button"
            className="button"
            aria-disabled="true"
            aria-describedby={id}
          >
            {buttonLabel}
          </button>
        ))}
      </div>
      <p className="hint" id={id}>
        <Text>{texts.fixed}</Text>{' '}
        <a href={`mailto:${email}`} translate="no">
          {email}
        </a>
        .
      </p>
      {isError && <Retry text={texts.pictureFailed} onRetry={refetch} />}
    </div>
  );
}

/** The picture; without one that the browser can show, the initials; without a name, a pattern. */
function Avatar({ pictureUrl }: { pictureUrl: string | undefined }) {
  const session = useAtomValue(sessionAtom);
  const [brokenAddress, setBrokenAddress] = useState('');
  if (pictureUrl && pictureUrl !== brokenAddress) {
    const onError = () => setBrokenAddress(pictureUrl);
    return <img className="avatar" src={pictureUrl} alt={texts.picture} onError={onError} />;
  }
  const givenNames = [session?.firstName, session?.middleName];
  const initials = givenNames.map((name) => [...(name ?? '')][0] ?? '').join('');
  return (
    <span className={initials ? 'avatar' : 'avatar pattern'} aria-hidden="true">
      {initials}
    </span>
  );
}

/**
 * Loads a stored picture. Unlike other data of an applicant it stays in memory for a while after the page is closed: it
 * can be megabytes, and the file of a name never changes.
 * @param fileName empty if there is no picture
 * @returns `address`, an object URL once the picture is loaded
 */
function usePictureQuery(fileName: string) {
  const { data, isError, refetch } = useSite().hooks.files.get.useQuery(
    { fileName },
    { call: { isUsable: isBlob }, enabled: fileName !== '' },
  );
  const address = useObjectUrl(isBlob(data) ? data : undefined);
  return { address, isError, refetch };
}

function isBlob(body: unknown): body is Blob {
  return body instanceof Blob;
}

/** The initial values of the profile form. */
interface AccountValues {
  /** `undefined` if the backend did not send it. */
  id: Id | undefined;
  names: Readonly<Record<'firstName' | 'middleName' | 'lastName', string>>;
  phone: string;
}

/**
 * Reads names and phone number from the account (specification/journey §7), or from the profile if the account can't be
 * read.
 */
function useAccount() {
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const queryOptions = useApplicantQueryOptions();
  const userQuery = useSite().hooks.auth.getUser.useQuery(
    { userId: userId ?? '' },
    {
      ...queryOptions,
      call: { isUsable: isObject },
      enabled: queryOptions.enabled && userId !== null,
    },
  );
  const profileQuery = useApplicant({ isEnabled: userId === null || userQuery.isError });
  const accountFields = userQuery.data ? fieldsOf(userQuery.data) : profileQuery.data;
  const account: AccountValues | undefined = accountFields && {
    id: idOf(userId) ?? profileQuery.data?.id ?? undefined,
    names: textsIn(accountFields, ['firstName', 'middleName', 'lastName']),
    phone: formatPhone(textOf(accountFields.phone)),
  };
  return {
    account,
    isError:
      !accountFields && profileQuery.isError && !profileQuery.isFetching && !userQuery.isFetching,
    refetch: () => void (userId === null ? profileQuery.refetch() : userQuery.refetch()),
  };
}
