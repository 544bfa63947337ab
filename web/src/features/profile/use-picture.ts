import { useEffect, useState } from 'react';
import { bodyOf, ownKey } from '../../site/queries.ts';
import { useSite } from '../../site/site.ts';

/**
 * A stored picture. Unlike other answers it is kept for a while after its page is closed: it may weigh megabytes,
 * and under its name it never changes.
 * @param fileName empty: there is none
 * @returns an address that an image can show, once it is there
 */
export function usePicture(fileName: string): string | undefined {
  const [address, setAddress] = useState<string>();
  const { data } = useSite().hooks.files.get.useQuery({
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
  return address;
}

function isBlob(body: unknown): body is Blob {
  return body instanceof Blob;
}
