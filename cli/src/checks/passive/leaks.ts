/** What no answer may hold: passwords, one-time secrets, the exam's right answers, other people's data. */
import type { People } from '../people/people.ts';
import { nameMark, type Person } from '../people/person.ts';
import type { Reply } from '../wire/reply.ts';
import type { IssuedSecrets, SecretKind } from './issued-secrets.ts';
import type { Inspector } from './observations.ts';

const passwordField =
  /"([\w-]*(?:passw(?:or)?d|passwd|pwd)[\w-]*|salt)"\s*:\s*("(?:[^"\\]|\\.)+"|\d+)/i;
const passwordHash = /\$2[aby]\$\d\d\$[./\w]{20,}|\{bcrypt\}|\$argon2|pbkdf2[_:$]/i;
const rightAnswer =
  /"([\w-]*(?:correct|isright|rightanswer|rightchoice|answerkey|isanswer|solution)[\w-]*)"\s*:\s*(true|"[^"]+"|\d+)/i;

/** Answers longer than this are pictures. */
const mostText = 300_000;

/** @param people whose secrets and data are looked for */
export function secretsInspector(people: () => People): Inspector {
  return {
    id: 'no-secrets',
    inspect: ({ text, operation, exchange, status }) => {
      if (!text || text.length > mostText) return undefined;
      const field = passwordField.exec(text)?.[1];
      if (field) return `a field "${field}" with a value in an answer with status ${status}`;
      if (passwordHash.test(text)) return 'what looks like the hash of a password';
      const right = operation?.startsWith('exams.') ? rightAnswer.exec(text)?.[1] : undefined;
      if (right) return `a field "${right}", which reveals the right answers`;
      for (const person of people().all) {
        const what = secretIn(text, person, operation, exchange.url);
        if (what) return what;
      }
      return undefined;
    },
  };
}

function secretIn(
  text: string,
  { password, activationToken, olderLinks = [], passwordToken, temporaryPassword, token }: Person,
  operation: string | undefined,
  url: string,
): string | undefined {
  if (token && token.length >= 16 && operation !== 'auth.login' && text.includes(token)) {
    return 'a bearer token';
  }
  if (text.includes(password)) return "an applicant's password";
  if (temporaryPassword && text.includes(temporaryPassword)) return 'a temporary password';
  // An error may name the address it was asked at.
  const hides = (token: string | undefined) =>
    token !== undefined && token.length >= 6 && text.includes(token) && !url.includes(token);
  if ([activationToken, ...olderLinks].some(hides)) return 'the token of an activation link';
  if (operation !== 'applicants.activate' && hides(passwordToken)) {
    return 'the token that creates a password';
  }
  return undefined;
}

/** Data of an applicant whom the request was not about, and did not name. */
export function othersInspector(people: () => People, issued: IssuedSecrets): Inspector {
  return {
    id: 'nobody-elses-data',
    inspect: (reply) => {
      const { text, by, about } = reply;
      if (!text || text.length > mostText) return undefined;
      const isOther = (number: number) => number !== by && number !== about;
      const person = people().all.find((one) => isOther(one.number) && isNamed(one, text, reply));
      if (person) return 'the data of another applicant';
      return givenToOthers(reply, issued, isOther);
    },
  };
}

const given: readonly [kind: SecretKind, what: string][] = [
  ['file-name', 'the name of a file'],
  ['payment-code', 'the payment code'],
];

/** Without the prefix and the ending that all of a kind have. A date or a word is no mark: others have it too. */
function coreOf(value: string): string | undefined {
  return (value.match(/[\da-z]{8,}/gi) ?? []).find(
    (part) => part.length >= 12 || (/\d/.test(part) && /[a-z]/i.test(part)),
  );
}

/** What the backend gave to somebody else, and the request did not name. */
function givenToOthers(
  { text, exchange }: Reply,
  issued: IssuedSecrets,
  isOther: (number: number) => boolean,
): string | undefined {
  const asked = `${decode(exchange.url)} ${exchange.requestBody ?? ''}`;
  for (const [kind, what] of given) {
    const all = issued.of(kind);
    // Equal files may be kept once, under one name: then it is hers, too.
    const isHers = (value: string) => all.some((one) => one.value === value && !isOther(one.owner));
    const told = all.find(({ value, owner }) => {
      const core = coreOf(value);
      const isTold = core && isOther(owner) && text.includes(core) && !asked.includes(core);
      return isTold && !isHers(value);
    });
    if (told) return `${what} of another applicant`;
  }
  return undefined;
}

/** Her address, phone or the end of her last name, which are hers alone; what the request said itself is no news. */
export function isNamed(person: Person, text: string, { exchange }: Reply): boolean {
  const { email, input } = person;
  const { lastName, phoneNumber } = input.register;
  const marks = [email, lastName.slice(-nameMark), phoneNumber].filter((one) => text.includes(one));
  if (marks.length === 0) return false;
  const asked = `${decode(exchange.url)} ${exchange.requestBody ?? ''}`.toLowerCase();
  return marks.some((one) => !asked.includes(one.toLowerCase()));
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
