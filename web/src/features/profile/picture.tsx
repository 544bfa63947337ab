import { useEffect, useId, useState } from 'react';
import { bodyOf, ownKey } from '../../site/queries.ts';
import { useSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { Retry } from '../../ui/retry.tsx';
import { Text } from '../../ui/text.tsx';
import { texts } from './words.ts';

/** The profile picture, with two buttons that do nothing and say why (journey specification, section 2). */
export function Picture({ fileName }: { fileName: string }) {
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
      {isError && <Retry text={texts.pictureFailed} again={refetch} />}
    </div>
  );
}

/** The picture, otherwise the initials, otherwise a pattern. */
function Avatar({ address }: { address: string | undefined }) {
  const session = useSession();
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
  const [address, setAddress] = useState<string>();
  const { data, isError, refetch } = useSite().hooks.files.get.useQuery({
    queryKey: ownKey('files.get', fileName),
    queryData: { params: { fileName }, isUsable: isBlob },
    select: bodyOf,
    enabled: fileName !== '',
  });
  useEffect(() => {
    if (!isBlob(data)) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [data]);
  return { address, isError, refetch };
}

function isBlob(body: unknown): body is Blob {
  return body instanceof Blob;
}
