/** The mail services that most applicants use. */
const usualDomains = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com'];

/** @returns the address with the domain that was probably meant, e.g. for `gmail.con`; `undefined` if it is not one sign off */
export function suggestEmail(email: string): string | undefined {
  const [, localPart, domain = ''] = /^([^@\s]+)@([^@\s]+)$/.exec(email.trim().toLowerCase()) ?? [];
  if (!localPart || usualDomains.includes(domain)) return undefined;
  const usualDomain = usualDomains.find((candidate) => isOneEditApart(domain, candidate));
  return usualDomain && `${localPart}@${usualDomain}`;
}

/** Whether two texts differ by one sign that is missing, added, replaced, or swapped with its neighbour. */
function isOneEditApart(text: string, otherText: string): boolean {
  const [shorter, longer] = text.length < otherText.length ? [text, otherText] : [otherText, text];
  if (longer.length - shorter.length > 1) return false;
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start += 1;
  const [shortRest, longRest] = [shorter.slice(start), longer.slice(start)];
  if (shorter.length < longer.length) return shortRest === longRest.slice(1);
  const isReplaced = shortRest.slice(1) === longRest.slice(1);
  const isSwapped =
    shortRest.slice(2) === longRest.slice(2) &&
    shortRest[0] === longRest[1] &&
    shortRest[1] === longRest[0];
  return isReplaced || isSwapped;
}
