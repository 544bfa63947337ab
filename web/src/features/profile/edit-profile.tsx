import { useId } from 'react';
import { Heading } from '../../ui/heading.tsx';
import { Retry } from '../../ui/retry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs/tabs.tsx';
import { BiographySettings, useBio } from './biography-settings.tsx';
import { Picture } from './picture.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useAccount } from './use-account.ts';
import { texts } from './words.ts';
import '../../styles/profile.css';

/** `/applicant/edit_profile`, for every state (journey specification, section 2). */
export function EditProfile() {
  const bio = useBio();
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
                <PublicProfile />
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

function PublicProfile() {
  const { account, isError, again } = useAccount();
  if (isError) return <Retry alone text={texts.failed} again={again} />;
  return account ? <ProfileForm account={account} /> : <Skeleton />;
}
