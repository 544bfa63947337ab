/** Mail services and the addresses of their inboxes, which name nobody, by the domains of their email addresses. */
const inboxes = [
  {
    service: 'Gmail',
    address: 'https://mail.google.com/',
    domains: ['gmail.com', 'googlemail.com'],
  },
  {
    service: 'Yahoo Mail',
    address: 'https://mail.yahoo.com/',
    domains: ['yahoo.com', 'yahoo.co.uk', 'ymail.com', 'rocketmail.com'],
  },
  {
    service: 'Outlook',
    address: 'https://outlook.live.com/mail/',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
  },
  {
    service: 'iCloud Mail',
    address: 'https://www.icloud.com/mail/',
    domains: ['icloud.com', 'me.com'],
  },
  { service: 'Proton Mail', address: 'https://mail.proton.me/', domains: ['proton.me'] },
] as const;

/** @returns the service that an email address belongs to; `undefined` if it is not one of the known ones */
export function findInbox(email: string): (typeof inboxes)[number] | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return inboxes.find(({ domains }) => domains.some((candidate) => candidate === domain));
}
