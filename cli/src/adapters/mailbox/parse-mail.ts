import PostalMime from 'postal-mime';
import type { Mail } from './mail.ts';

/** Headers that servers add for whom a mail was delivered to, when the visible ones name somebody else. */
const deliveredTo = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];

/**
 * Reads a message as it lies on a server: its parts decoded, whatever their encoding and charset.
 * @param source the whole message
 * @returns the mail without its id, and the time its Date header tells, in milliseconds since 1970
 */
export async function parseMail(
  source: Uint8Array | string,
): Promise<Pick<Mail, 'to' | 'deliveredTo' | 'text' | 'html'> & { date: number | undefined }> {
  const { to = [], cc = [], headers, text = '', html = '', date } = await PostalMime.parse(source);
  const visible = [...to, ...cc].flatMap(({ address, group }) =>
    group ? group.map((one) => one.address) : [address],
  );
  const added = headers.filter(({ key }) => deliveredTo.includes(key)).map(({ value }) => value);
  const sent = date === undefined ? Number.NaN : Date.parse(date);
  const plain = (addresses: readonly (string | undefined)[]) =>
    addresses.flatMap((address) => (address ? [address.replace(/^.*<|>.*$/g, '').trim()] : []));
  return {
    to: plain(visible),
    deliveredTo: plain(added),
    text,
    html,
    date: Number.isNaN(sent) ? undefined : sent,
  };
}

/** Addresses differ in case only where nobody uses it. */
export function isTo(
  { to, deliveredTo = [] }: Pick<Mail, 'to' | 'deliveredTo'>,
  email: string,
): boolean {
  return [...to, ...deliveredTo].some((address) => address.toLowerCase() === email.toLowerCase());
}
