/** What the document says of the API as a whole. */
import { type contract, moves } from '@one-planet/contract';
import type { RefusalText } from './types.ts';

const way = moves
  // Where a rejection leads is up to the backend.
  .filter(({ by }) => by !== 'staff.reject')
  .map(({ by, to, when }) => `- ${nameOf(by)}${when ? `, when ${when}` : ''}: \`${to}\``)
  .join('\n');

function nameOf(by: string): string {
  return by.startsWith('staff.') ? `the staff ${by.slice('staff.'.length)}` : `\`${by}\``;
}

export const introduction = `What the website and the command-line tool expect of an admissions backend. An applicant registers, activates her account, logs in, takes the Digital Literacy Test, pays, and fills in four forms. Her \`status\` says where she is (\`ApplicantState\`), and each step moves her to the next state.

**The journey.** After the registration, each step leads to the state after the colon; one of the two payments is enough:

${way}

**Names.** Paths and fields are those of the canonical wire. A dialect may rename them; the command \`admissions\` knows how.

**Successes.** The first success of an operation is the preferred one; one that is called tolerated is as good. Where nobody reads the body, any body will do.

**Refusals.** The statuses that are listed are preferred. \`default\` stands for any other 4xx status (and for no 5xx): it is tolerated where the operation says nothing else. A refusal is JSON with \`message\`, or plain text, in words that a person can read; a text as JSON and an empty body are tolerated.

**Fields.** More fields than described are always allowed, in both directions. A field that is not required may be absent, null or empty in an answer. Spaces around texts do not count.

**Repeating.** \`x-safe-to-repeat\` says whether a call may be sent again when it is not known whether it arrived, \`x-states\` in which states it is allowed, \`x-may-be-missing\` that a backend may leave it out.`;

/** What each tag holds, and how it is called on a page. */
export const tagTexts: { readonly [R in keyof typeof contract]: { title: string; means: string } } =
  {
    applicants: {
      title: 'Applicants',
      means:
        "Registration, the applicant's own profile, and the four forms of her application: biography, education, emergency contact and the choice of a program.",
    },
    auth: { title: 'Login and account', means: 'Login, passwords, and the names of an account.' },
    batchPrograms: { title: 'Offers', means: 'The programs that can be applied for now.' },
    programs: { title: 'Programs', means: 'The degree programs and their courses, for everybody.' },
    contents: { title: 'Contents', means: 'Texts of the site that the staff can change.' },
    exams: {
      title: 'Exam',
      means: 'The Digital Literacy Test, which opens the way to the payment.',
    },
    payments: {
      title: 'Payments',
      means:
        'The one fee: what is due, the deposit at a bank or the payment online, and the receipt.',
    },
    bankAccounts: { title: 'Bank accounts', means: 'Where to pay at a bank.' },
    files: { title: 'Files', means: 'Receipts, pictures and documents that applicants upload.' },
  };

/** Refusals that many operations share, by the name of their component. */
export const sharedRefusals = {
  Unauthorised: {
    why: 'The token is missing or invalid, or its session has ended: log in again.',
    message: 'Please log in.',
  },
  InvalidToken: {
    why: 'A token was sent and is invalid. Ignoring it is as good: the call works without one.',
    message: 'Please log in.',
  },
  Forbidden: {
    why: "The data belongs to another applicant, or the caller's role is not that of an applicant.",
    message: 'This belongs to another applicant.',
  },
  OtherRefusal: {
    why: 'Any other refusal, with a 4xx status: tolerated. A 5xx status is never a refusal.',
    message: 'This cannot be done now.',
  },
} as const satisfies Record<string, RefusalText>;
