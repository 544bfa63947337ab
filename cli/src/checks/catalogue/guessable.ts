/** The secrets of the run's own applicants: a new secret must not follow from the ones before it (OWASP API2). */
import type { Level } from '../../report/report.ts';
import type { Person } from '../applicants.ts';
import { type BackendCheck, type CheckContext, scenario } from '../check.ts';
import type { ApiResponse } from '../http-messages.ts';
import type { SecretKind } from '../observations.ts';
import { failure, skip } from '../outcome.ts';
import { findWayToGuess, type OwnedSecret } from '../secret-guessing.ts';

interface SecretCase {
  id: string;
  description: string;
  /**
   * Bits of randomness: what OWASP demands of session ids, and less for a secret that is short because people type it.
   */
  bits: number;
  level?: Level;
  minCount: number;
  secretsOf: (context: CheckContext) => (OwnedSecret & { response?: ApiResponse })[];
}

const issuedSecretsReader =
  (kind: SecretKind) =>
  ({ run: { people, issuedSecrets } }: CheckContext) =>
    issuedSecrets.of(kind).flatMap(({ value, owner, response }) => {
      const email = people.everybody[owner - 1]?.email;
      return email === undefined ? [] : [{ value, email, response }];
    });

const mailedSecretsReader =
  (secretOfPerson: (person: Person) => string | undefined) =>
  ({ run: { people } }: CheckContext): OwnedSecret[] =>
    people.everybody.flatMap((person) => {
      const value = secretOfPerson(person);
      return value === undefined ? [] : [{ value, email: person.email }];
    });

const secretCases: readonly SecretCase[] = [
  {
    id: 'auth.login/unguessable',
    description: 'Bearer tokens',
    bits: 64,
    minCount: 4,
    secretsOf: issuedSecretsReader('bearer'),
  },
  {
    id: 'applicants.register/unguessable',
    description: 'The tokens of activation links',
    bits: 64,
    minCount: 4,
    secretsOf: mailedSecretsReader(({ activationToken }) => activationToken),
  },
  {
    id: 'applicants.activate/unguessable',
    description: 'The tokens that create a password',
    bits: 64,
    minCount: 4,
    secretsOf: issuedSecretsReader('password-token'),
  },
  {
    id: 'auth.forgotPassword/unguessable',
    description: 'Temporary passwords',
    bits: 32,
    minCount: 2,
    secretsOf: mailedSecretsReader(({ temporaryPassword }) => temporaryPassword),
  },
  {
    id: 'payments.getPending/unguessable',
    description: 'Payment codes, by which anybody reads a receipt,',
    bits: 24,
    level: 'should',
    minCount: 3,
    secretsOf: issuedSecretsReader('payment-code'),
  },
  {
    id: 'files.upload/unguessable',
    description: 'The names of stored files',
    bits: 24,
    level: 'should',
    minCount: 4,
    secretsOf: (context) => {
      // A backend may store equal files once, under one name. The extension says the type and is no part of the secret.
      const byName = new Map(
        issuedSecretsReader('file-name')(context).map((secret) => [secret.value, secret]),
      );
      return [...byName.values()].map((ownedSecret) => ({
        ...ownedSecret,
        value: ownedSecret.value.replace(/\.\w{1,5}$/, ''),
      }));
    },
  },
];

export const guessable: readonly BackendCheck[] = secretCases.map(
  ({ id, description, bits, level = 'must', minCount, secretsOf }) =>
    scenario({
      id,
      sentence: `${description} ${level === 'must' ? 'MUST' : 'SHOULD'} NOT be guessable from those of other applicants.`,
      rule: 'access#nothing-to-guess',
      leavesOpen:
        'Weak generators whose output looks random, and rates that let somebody try many.',
      afterAll: true,
      run: (context) => {
        const secrets = secretsOf(context);
        if (secrets.length < minCount)
          throw skip(
            `needs ${minCount} secrets of a kind to compare; the run got ${secrets.length}`,
          );
        const wayToGuess = findWayToGuess(secrets, bits);
        if (wayToGuess !== undefined)
          throw failure(
            'secrets nobody can guess',
            `secrets that are ${wayToGuess}`,
            secrets.at(-1)?.response,
          );
      },
    }),
);
