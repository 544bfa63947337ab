import { type Id, profileForm, toProfileUpdate } from '@one-planet/contract';
import { useAtomValue } from 'jotai';
import { useId, useState } from 'react';
import { useLocation } from 'wouter';
import { draftNameOf, dropAllDrafts } from '../../offline/drafts.ts';
import { useApplicant, useApplicantQueryOptions } from '../../site/applicant-queries.ts';
import { sessionAtom } from '../../site/atoms.ts';
import { applicantQueryKey, bodyOf, endSession, useSite } from '../../site/client.ts';
import { askAsApplicant } from '../../site/responses.ts';
import { paths } from '../../site/routes.ts';
import { fieldsOf, idOf, isRecord, textOf, textsIn } from '../../site/unchecked.ts';
import { localCountryName } from '../../texts/english-formats.ts';
import { phoneOf } from '../../texts/formats.ts';
import { DescriptionList, Text } from '../../ui/blocks.tsx';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { ErrorSummary, Field, SubmitButton } from '../../ui/form/fields.tsx';
import { NameFields } from '../../ui/form/name-fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Heading } from '../../ui/heading.tsx';
import { Retry, Skeleton } from '../../ui/loading.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFileAddress } from '../../ui/thumbnail.tsx';
import { profileTexts as texts } from './profile-words.ts';
import '../../styles/profile.css';

/** `/applicant/edit_profile`, for every state (journey specification, section 2). */
export function EditProfile() {
  const bio = useBio();
  const { account, isError, refetch } = useAccount();
  const id = useId();
  return (
    <div className="page">
      <div id={id}>
        <Heading>{texts.title}</Heading>
      </div>
      <div className="profile">
        <Tabs labelledBy={id} names={texts.tabs}>
          {(at) => (
            // Both stay mounted, so that input survives switching tabs.
            <>
              <div hidden={at !== 0}>
                <Picture fileName={bio.data?.profilePicture ?? ''} />
                {isError && <Retry hasDrawing text={texts.failed} onRetry={refetch} />}
                {!isError && (account ? <ProfileForm account={account} /> : <Skeleton />)}
              </div>
              <div hidden={at !== 1}>
                <BiographySettings bio={bio} />
              </div>
            </>
          )}
        </Tabs>
      </div>
    </div>
  );
}

/** Names and phone (journey specification, sections 2, 5, 7 and 8). */
function ProfileForm({ account: { id, names, phone } }: { account: Account }) {
  const site = useSite();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const [, navigate] = useLocation();
  const [dialog, showMessage] = useMessageDialog();

  const leave = () => {
    // A test that is running is not lost by this: nobody asked whether it may be.
    dropAllDrafts();
    endSession(site);
    // Replaced: Back would lead to this page, which would ask for a login.
    navigate(paths.login, { replace: true });
  };
  const form = useForm({
    draft: draftNameOf('profile', email),
    rules: profileForm.transform((typed) => toProfileUpdate(typed, email)),
    send: async (body) => {
      if (id === undefined) {
        showMessage(texts.noId);
        return;
      }
      const call = site.api.applicants.editProfile({ params: { applicantId: id }, body });
      const { status, message } = await askAsApplicant(site, call);
      if (status === 200 || status === 201 || status === 202 || status === 204) {
        form.forget();
        showMessage(texts.updated, { title: texts.success, onClose: leave });
      } else if (status === 0) showMessage(texts.checkConnection);
      // After a 401 the session is over and the guard takes over.
      else if (status !== 401) showMessage(texts.checkInput, { secondText: message });
    },
  });
  return (
    <>
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
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
          busy={form.busy}
          label={texts.save}
          busyLabel={texts.saving}
          missingReason={id === undefined ? texts.noId : ''}
        />
      </form>
      {dialog}
    </>
  );
}

/** The read-only biography in the profile (journey specification, section 2). */
function BiographySettings({ bio: { isError, isNone, data, refetch } }: { bio: Bio }) {
  if (isNone) return <p>{texts.noBiography}</p>;
  if (isError) return <Retry text={texts.biographyFailed} onRetry={refetch} />;
  if (!data) return <Skeleton />;
  const { countryOfResidence, nationality } = data;
  const facts = [
    [texts.countryOfResidence, localCountryName(countryOfResidence)],
    [texts.nationality, nationality],
  ] as const;
  return <DescriptionList facts={facts.filter(([, value]) => value)} />;
}

export type Bio = ReturnType<typeof useBio>;

/** The biography; missing fields are empty. */
function useBio() {
  const { data, error, isError, refetch } = useSite().hooks.applicants.getBioData.useQuery({
    ...useApplicantQueryOptions('applicants.getBioData'),
    queryData: { isUsable: isRecord },
    select: ({ body }) => textsIn(body, ['profilePicture', 'countryOfResidence', 'nationality']),
  });
  return {
    data,
    /** There is no biography yet. Some backends answer 404. */
    isNone: data ? !data.countryOfResidence && !data.nationality : fieldsOf(error).status === 404,
    isError,
    refetch,
  };
}

/** The profile picture, with two buttons that do nothing and say why (journey specification, section 2). */
function Picture({ fileName }: { fileName: string }) {
  const { email } = useSite().settings.contact;
  const { address, isError, refetch } = usePicture(fileName);
  const id = useId();
  return (
    <div className="portrait">
      <Avatar address={address} />
      <div>
        {[texts.change, texts.remove].map((label) => (
          <button
            key={label}
            type="button"
            className="button"
            aria-disabled="true"
            aria-describedby={id}
          >
            {label}
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

/** The picture, otherwise the initials, otherwise a pattern. */
function Avatar({ address }: { address: string | undefined }) {
  const session = useAtomValue(sessionAtom);
  const [broken, setBroken] = useState('');
  if (address && address !== broken) {
    const onError = () => setBroken(address);
    return <img className="avatar" src={address} alt={texts.picture} onError={onError} />;
  }
  const names = [session?.firstName, session?.middleName];
  const initials = names.map((name) => [...(name ?? '')][0] ?? '').join('');
  return (
    <span className={initials ? 'avatar' : 'avatar pattern'} aria-hidden="true">
      {initials}
    </span>
  );
}

/**
 * A stored picture. Unlike other answers it is kept for a while after its page is closed: it can be megabytes, and a
 * file never changes under its name.
 * @param fileName empty: there is none
 * @returns an object URL, once the picture is loaded
 */
function usePicture(fileName: string) {
  const { data, isError, refetch } = useSite().hooks.files.get.useQuery({
    queryKey: applicantQueryKey('files.get', fileName),
    queryData: { params: { fileName }, isUsable: isBlob },
    select: bodyOf,
    enabled: fileName !== '',
  });
  const address = useFileAddress(isBlob(data) ? data : undefined);
  return { address, isError, refetch };
}

function isBlob(body: unknown): body is Blob {
  return body instanceof Blob;
}

/** The values that the profile form begins with. */
interface Account {
  /** `undefined`: the backend does not say. */
  id: Id | undefined;
  names: Readonly<Record<'firstName' | 'middleName' | 'lastName', string>>;
  phone: string;
}

/**
 * The account's names and phone (journey specification, section 7), or the profile's if the account can't be read.
 */
function useAccount() {
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const own = useApplicantQueryOptions('auth.getUser', userId);
  const user = useSite().hooks.auth.getUser.useQuery({
    ...own,
    queryData: { params: { userId: userId ?? '' }, isUsable: isRecord },
    enabled: own.enabled && userId !== null,
  });
  const profile = useApplicant({ isEnabled: userId === null || user.isError });
  const known = user.data ? fieldsOf(user.data.body) : profile.data;
  const account: Account | undefined = known && {
    id: idOf(userId) ?? profile.data?.id ?? undefined,
    names: textsIn(known, ['firstName', 'middleName', 'lastName']),
    phone: phoneOf(textOf(known.phone)),
  };
  return {
    account,
    isError: !known && profile.isError && !profile.isFetching && !user.isFetching,
    refetch: () => void (userId === null ? profile.refetch() : user.refetch()),
  };
}
