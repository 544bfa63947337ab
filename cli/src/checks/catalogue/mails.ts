/**
 * Mails: one for each request, to one address, and without secrets that the applicant did not request (1 §2, §4; 2 §1).
 */
import type { FoundMail } from '../../backend/mailbox.ts';
import type { Person } from '../applicants.ts';
import { type BackendCheck, type CheckContext, makeSimilarChecks } from '../check.ts';
import { callAdapter, makeFailure, makeSkip } from '../outcome.ts';

/** How many applicants have their mails read: each reading takes a second on a real mail server. */
const maxReadPeople = 12;

export const mailScenarios: readonly BackendCheck[] = makeSimilarChecks({ afterAll: true }, [
  {
    id: 'applicants.register/one-mail',
    sentence: 'A registration MUST send one activation mail, and each new link one more.',
    rule: 'mail#one-mail-for-each-call',
    leavesOpen: 'Mails that come after the run, and mails of other kinds.',
    run: async (context) => {
      for (const [person, mails] of await readMailsOfPeople(context)) {
        const { register, resend } = person.mailRequestCounts;
        if (register + resend === 0) continue;
        const linkMailCount = mails.filter(({ link }) => link !== undefined).length;
        if (linkMailCount <= register + resend) continue;
        throw makeFailure(`${register + resend} mails with links`, `${linkMailCount}`);
      }
    },
  },
  {
    id: 'auth.forgotPassword/one-mail',
    sentence: 'A forgotten password MUST send one mail with a temporary password.',
    rule: 'mail#one-mail-for-each-call',
    run: async (context) => {
      const peopleWithMails = await readMailsOfPeople(context);
      for (const [{ temporaryPassword, mailRequestCounts }, mails] of peopleWithMails) {
        if (temporaryPassword === undefined) continue;
        const passwordMailCount = mails.filter(({ readableText }) =>
          readableText.includes(temporaryPassword),
        ).length;
        // Whether each request has a password of its own is judged elsewhere.
        if (passwordMailCount > mailRequestCounts.forgot)
          throw makeFailure(`${mailRequestCounts.forgot} mails with it`, `${passwordMailCount}`);
      }
    },
  },
  {
    id: 'applicants.register/mailed-to-her',
    sentence: 'Mails with links or passwords MUST go to one address only.',
    rule: 'mail#to-her-alone',
    leavesOpen: 'Recipients that mail does not show.',
    run: async (context) => {
      const mailsByPerson = await readMailsOfPeople(context);
      for (const [person, mails] of mailsByPerson) {
        const secretMails = mails.filter((mail) => containsSecret(mail, person));
        const otherRecipients = secretMails.flatMap(({ to }) =>
          to.filter((address) => toPlainAddress(address) !== toPlainAddress(person.email)),
        );
        if (otherRecipients.length > 0)
          throw makeFailure('her address alone', 'other recipients, too');
        const misdirectedMails = mailsByPerson.find(
          ([recipient, mails]) =>
            recipient !== person &&
            // Where two applicants are mailed the same password, that is the finding.
            recipient.temporaryPassword !== person.temporaryPassword &&
            mails.some((mail) => containsSecret(mail, person)),
        );
        if (misdirectedMails)
          throw makeFailure('her mail with her', 'it lies with another applicant');
      }
    },
  },
  {
    id: 'applicants.register/no-secret-mailed',
    sentence: 'Mails MUST NOT hold passwords she chose, or tokens of a session.',
    rule: 'mail#no-other-secrets',
    leavesOpen: 'Secrets in pictures and attachments.',
    run: async (context) => {
      for (const [person, mails] of await readMailsOfPeople(context)) {
        for (const { readableText, link } of mails) {
          const { password, token, temporaryPassword } = person;
          if (readableText.includes(password))
            throw makeFailure('no password she chose', 'her password');
          if (token && readableText.includes(token))
            throw makeFailure('no token', 'her bearer token');
          if (link && temporaryPassword && readableText.includes(temporaryPassword)) {
            throw makeFailure('a temporary password alone', 'one with an activation link');
          }
        }
      }
    },
  },
]);

/** The address of the mailbox, without the tag after the plus sign. */
function toPlainAddress(address: string): string {
  const [localPart = '', ...domain] = address.toLowerCase().split('@');
  return [localPart.split('+')[0], ...domain].join('@');
}

/**
 * Whether a mail contains a secret. A link that a mail service has wrapped is found through the adapter, because it is
 * not in the text.
 */
function containsSecret(
  { readableText, link = '' }: FoundMail,
  { activationToken, temporaryPassword }: Person,
) {
  return [activationToken, temporaryPassword].some(
    (secret) => secret !== undefined && (readableText.includes(secret) || link.includes(secret)),
  );
}

/**
 * The mails of the applicants who requested the most mails.
 * @throws {OutcomeError} where a mailbox cannot be searched
 */
async function readMailsOfPeople(
  context: CheckContext,
): Promise<(readonly [Person, readonly FoundMail[]])[]> {
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
  const mailsByPerson: (readonly [Person, readonly FoundMail[]])[] = [];
  for (const person of chosenPeople) {
    const look = async () => mailbox.collectMails?.(person.email, signal);
    mailsByPerson.push([person, (await callAdapter(look, { want: 'mailbox' })) ?? []]);
  }
  return mailsByPerson;
}

function countMailReasons({ mailRequestCounts, temporaryPassword }: Person): number {
  return mailRequestCounts.resend + mailRequestCounts.forgot + (temporaryPassword ? 2 : 0);
}
