import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from '../../applicant/ask.ts';
import { unread } from '../../applicant/unread.ts';
import { useSite } from '../../site/site.ts';

/**
 * A stored picture, fetched as the applicant. Unlike other answers it is kept for a while after its page is
 * closed: it may weigh megabytes, and under its name it never changes.
 * @param fileName empty: there is none
 * @returns an address that an image can show, once it is there
 */
export function usePicture(fileName: string): string | undefined {
  const site = useSite();
  const [address, setAddress] = useState<string>();
  const { data } = useQuery({
    queryKey: ['applicant', 'files.get', fileName],
    queryFn: async ({ signal }) => {
      const call = site.api.files.get({ params: { fileName }, fetchOptions: { signal } });
      const answer = await ask(site, call);
      if (answer.status === 200 && answer.body instanceof Blob) return answer.body;
      throw unread('files.get', answer);
    },
    enabled: fileName !== '',
  });
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [data]);
  return address;
}
