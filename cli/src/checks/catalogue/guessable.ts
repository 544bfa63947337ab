/** Secrets of the run's own applicants: the next one must not follow from those before it (OWASP API2). */
import type { Level } from '../../report/report.ts';
import { type BackendCheck, type CheckContext, scenario } from '../check.ts';
import { failure, skip } from '../ending.ts';
import { type OwnedSecret, waysToGuess } from '../guessing.ts';
import type { SecretKind } from '../observations.ts';
import type { Person } from '../people.ts';
import type { Reply } from '../wire.ts';

interface Secret {
  id: string;
  words: string;
  /** As OWASP asks of session ids; less for what is short because people type it. */
  bits: number;
  level?: Level;
  least: number;
  given: (context: CheckContext) => (OwnedSecret & { reply?: Reply })[];
}

const issued =
  (kind: SecretKind) =>
  ({ run: { people, issuedSecrets } }: CheckContext) =>
    issuedSecrets.of(kind).flatMap(({ value, owner, reply }) => {
      const email = people.all[owner - 1]?.email;
      return email === undefined ? [] : [{ value, email, reply }];
    });

const mailed =
  (secret: (person: Person) => string | undefined) =>
  ({ run: { people } }: CheckContext): OwnedSecret[] =>
    people.all.flatMap((person) => {
      const value = secret(person);
      return value === undefined ? [] : [{ value, email: person.email }];
    });

const secrets: readonly Secret[] = [
  {
    id: 'auth.login/unguessable',
    words: 'Bearer tokens',
    bits: 64,
    least: 4,
    given: issued('bearer'),
  },
  {
    id: 'applicants.register/unguessable',
    words: 'The tokens of activation links',
    bits: 64,
    least: 4,
    given: mailed(({ activationToken }) => activationToken),
  },
  {
    id: 'applicants.activate/unguessable',
    words: 'The tokens that create a password',
    bits: 64,
    least: 4,
    given: issued('password-token'),
  },
  {
    id: 'auth.forgotPassword/unguessable',
    words: 'Temporary passwords',
    bits: 32,
    least: 2,
    given: mailed(({ temporaryPassword }) => temporaryPassword),
  },
  {
    id: 'payments.getPending/unguessable',
    words: 'Payment codes, by which anybody reads a receipt,',
    bits: 24,
    level: 'should',
    least: 3,
    given: issued('payment-code'),
  },
  {
    id: 'files.upload/unguessable',
    words: 'The names of stored files',
    bits: 24,
    level: 'should',
    least: 4,
    given: (context) => {
      // Equal files may be kept once, under one name; its ending says the type.
      const byName = new Map(issued('file-name')(context).map((one) => [one.value, one]));
      return [...byName.values()].map((one) => ({
        ...one,
        value: one.value.replace(/\.\w{1,5}$/, ''),
      }));
    },
  },
];

export const guessable: readonly BackendCheck[] = secrets.map(
  ({ id, words, bits, level = 'must', least, given }) =>
    scenario({
      id,
      sentence: `${words} ${level === 'must' ? 'MUST' : 'SHOULD'} NOT be guessable from those of other applicants.`,
      rule: 'access#nothing-to-guess',
      leavesOpen:
        'Weak generators whose output looks random, and rates that let somebody try many.',
      afterAll: true,
      run: (context) => {
        const all = given(context);
        if (all.length < least)
          throw skip(`needs ${least} secrets of a kind to compare; the run got ${all.length}`);
        const how = waysToGuess(all, bits);
        if (how !== undefined)
          throw failure('secrets nobody can guess', `secrets that are ${how}`, all.at(-1)?.reply);
      },
    }),
);
