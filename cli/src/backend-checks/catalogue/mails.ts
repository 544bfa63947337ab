/**
 * Mails: one for each request, to one address, and without secrets that the applicant did not request
 * (specification/website §2, §4; specification/journey §1).
 */
import type { FoundMail } from '../../backend/mailbox.ts';
import { callAdapter, makeFailure, makeSkip } from '../../checks/outcome.ts';
import type { Person } from '../applicants.ts';
import { type BackendCheck, type CheckContext, makeSimilarChecks } from '../check.ts';

/** How many applicants have their mails read: each reading takes a second on a real mail server. */
const maxReadPeople = 12;

export const mailScenarios: readonly BackendCheck[] = makeSimilarChecks({ afterAll: true }, [
  {
    id: 'applicants.register/one-mail',
    sentence: 'A registration MUST send one activation mail.',
    rule: 'mail#one-mail-for-each-call',
    leavesOpen: 'Mails that come after the run, and mails of other kinds.',
    run: async (context) => {
      const mailsByPerson = await readMailsOfPeople(context);
      expectRequestedLinks(
        mailsByPerson.filter(([person]) => person.mailRequestCounts.resend === 0),
      );
    },
  },
  {
    id: 'applicants.resendEmail/one-mail',
    sentence: 'Each new link MUST be sent in one mail.',
    rule: 'mail#one-mail-for-each-call',
    run: async (context) => {
      const mailsByPerson = await readMailsOfPeople(context);
      expectRequestedLinks(mailsByPerson.filter(([person]) => person.mailRequestCounts.resend > 0));
    },
  },
  {
    id: 'auth.forgotPassword/one-mail',
    sentence: 'A forgotten password MUST send one mail, whose only secret is a temporary password.',
    rule: 'mail#one-mail-for-each-call',
    run: async (context) => {
      for (const [person, mails] of await readMailsOfPeople(context)) {
        const { forgot } = person.mailRequestCounts;
        const passwordMails = mails.filter((mail) => holdsTemporaryPassword(mail, person));
        const count = passwordMails.length;
        // Whether each request has a password of its own is judged elsewhere.
        if (count > forgot) throw makeFailure(`${forgot} mails with one`, `${count}`);
        for (const mail of passwordMails) {
          expectNoOtherSecret(mail, person);
          if (mail.link)
            throw makeFailure(
              'a temporary password alone',
              `an activation link, too, ${describeMail(mail)}`,
            );
        }
      }
    },
  },
  {
    id: 'applicants.register/mailed-to-her',
    sentence: 'Mails with links MUST go to one address only.',
    rule: 'mail#to-her-alone',
    leavesOpen: 'Recipients that mail does not show.',
    run: (context) => expectOneRecipient(context, holdsLink),
  },
  {
    id: 'auth.forgotPassword/mailed-to-her',
    sentence: 'Mails with temporary passwords MUST go to one address only.',
    rule: 'mail#to-her-alone',
    leavesOpen: 'Recipients that mail does not show.',
    run: (context) => expectOneRecipient(context, holdsTemporaryPassword),
  },
  {
    id: 'applicants.register/no-secret-mailed',
    sentence: 'Mails MUST NOT hold passwords she chose, or tokens of a session.',
    rule: 'mail#no-other-secrets',
    leavesOpen: 'Secrets in pictures and attachments.',
    run: async (context) => {
      for (const [person, mails] of await readMailsOfPeople(context)) {
        for (const mail of mails)
          if (!holdsTemporaryPassword(mail, person)) expectNoOtherSecret(mail, person);
      }
    },
  },
]);

const describeMail = ({ readableText }: FoundMail) =>
  `in the mail that begins with "${readableText.trim().slice(0, 60)}"`;

/** Expects neither the password that she chose nor the token of her session. */
function expectNoOtherSecret(mail: FoundMail, { password, token }: Person): void {
  if (mail.readableText.includes(password))
    throw makeFailure('no password she chose', `her password ${describeMail(mail)}`);
  if (token && mail.readableText.includes(token))
    throw makeFailure('no token', `her bearer token ${describeMail(mail)}`);
}

type MailsOfPerson = readonly [Person, readonly FoundMail[]];

/** Expects no more mails with links than were requested. */
function expectRequestedLinks(mailsByPerson: readonly MailsOfPerson[]): void {
  for (const [person, mails] of mailsByPerson) {
    const { register, resend, forgot } = person.mailRequestCounts;
    const passwordMails = mails.filter((mail) => holdsTemporaryPassword(mail, person));
    const linkMails = mails.filter(
      (mail) => mail.link !== undefined && !passwordMails.includes(mail),
    );
    // A mail whose temporary password the run did not read may hold a link, too, which is no fault of these calls.
    const maxLinkMails = register + resend + Math.max(0, forgot - passwordMails.length);
    if (register + resend === 0 || linkMails.length <= maxLinkMails) continue;
    const newLinksText = resend > 0 ? ` (one for the registration, ${resend} for new links)` : '';
    throw makeFailure(`${register + resend} with links${newLinksText}`, `${linkMails.length}`);
  }
}

/** @param holdsSecret says whether a mail holds a secret of the kind that is looked for */
async function expectOneRecipient(
  context: CheckContext,
  holdsSecret: (mail: FoundMail, person: Person) => boolean,
): Promise<void> {
  const mailsByPerson = await readMailsOfPeople(context);
  for (const [person, mails] of mailsByPerson) {
    for (const { to } of mails.filter((mail) => holdsSecret(mail, person))) {
      const otherCount = to.filter(
        (address) => toPlainAddress(address) !== toPlainAddress(person.email),
      ).length;
      const observedText = `${otherCount} other recipient${otherCount > 1 ? 's' : ''}, too`;
      if (otherCount > 0) throw makeFailure('her address alone', observedText);
    }
    const isMisdirected = mailsByPerson.some(
      ([recipient, recipientMails]) =>
        recipient !== person &&
        // Where two applicants are mailed the same secret, that is the finding.
        recipientMails.some((mail) => holdsSecret(mail, person) && !holdsSecret(mail, recipient)),
    );
    if (isMisdirected) throw makeFailure('her mail with her', 'it lies with another applicant');
  }
}

/** The address of the mailbox, without the tag after the plus sign. */
function toPlainAddress(address: string): string {
  const [localPart = '', ...domain] = address.toLowerCase().split('@');
  return [localPart.split('+')[0], ...domain].join('@');
}

/** A link that a mail service has wrapped is found through the adapter, because it is not in the text. */
function holdsLink({ readableText, link = '' }: FoundMail, { activationToken }: Person): boolean {
  if (activationToken === undefined) return false;
  return readableText.includes(activationToken) || link.includes(activationToken);
}

function holdsTemporaryPassword(
  { readableText }: FoundMail,
  { mailedPasswords = [] }: Person,
): boolean {
  return mailedPasswords.some((password) => readableText.includes(password));
}

/**
 * The mails of the applicants who requested the most mails.
 * @throws {OutcomeError} where a mailbox cannot be searched
 */
async function readMailsOfPeople(context: CheckContext): Promise<MailsOfPerson[]> {
  const { mailbox, signal } = context.helpers;
  const { people } = context.runContext;
  if (!mailbox.collectMails)
    throw makeSkip('this mailbox cannot be looked through: it hands out one mail at a time');
  const peopleWithMails = people.everybody.filter(
    ({ mailRequestCounts: { register, resend, forgot } }) => register + resend + forgot > 0,
  );
  const chosenPeople = peopleWithMails
    .sort((a, b) => countMailReasons(b) - countMailReasons(a))
    .slice(0, maxReadPeople);
  const mailsByPerson: MailsOfPerson[] = [];
  for (const person of chosenPeople) {
    const look = async () => mailbox.collectMails?.(person.email, signal);
    mailsByPerson.push([person, (await callAdapter(look, { want: 'mailbox' })) ?? []]);
  }
  return mailsByPerson;
}

function countMailReasons({ mailRequestCounts, temporaryPassword }: Person): number {
  return mailRequestCounts.resend + mailRequestCounts.forgot + (temporaryPassword ? 2 : 0);
}
