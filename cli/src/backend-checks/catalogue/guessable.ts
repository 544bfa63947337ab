/** The secrets of the run's own applicants: a new secret must not follow from the ones before it (OWASP API2). */

import type { EvidenceResponse } from '../../checks/evidence.ts';
import { makeFailure, makeSkip } from '../../checks/outcome.ts';
import type { Level } from '../../report/report.ts';
import type { Person } from '../applicants.ts';
import {
  type BackendCheck,
  type CheckContext,
  makeScenarioCheck,
  obligationWords,
} from '../check.ts';
import type { SecretKind } from '../leaks.ts';
import { findWayToGuess, type OwnedSecret } from '../secret-guessing.ts';

interface SecretCase {
  id: string;
  description: string;
  /**
   * Bits of randomness: what OWASP demands of session ids, and less for a secret that is short because people type it.
   */
  minBits: number;
  level?: Level;
  minSecretCount: number;
  readSecrets: (context: CheckContext) => (OwnedSecret & { response?: EvidenceResponse })[];
}

const makeIssuedSecretsReader =
  (secretKind: SecretKind) =>
  ({ runContext: { people, issuedSecrets } }: CheckContext) =>
    issuedSecrets.listSecretsOfKind(secretKind).flatMap(({ secretText, ownerNumber, response }) => {
      const email = people.everybody[ownerNumber - 1]?.email;
      if (email === undefined) return [];
      const { startedAt, durationMs } = response.exchange;
      return [{ secretText, email, response, issuedAt: startedAt + durationMs }];
    });

const makeMailedSecretsReader =
  (secretsOfPerson: (person: Person) => readonly string[]) =>
  ({ runContext: { people } }: CheckContext): OwnedSecret[] =>
    people.everybody.flatMap((person) =>
      secretsOfPerson(person).map((secretText) => ({ secretText, email: person.email })),
    );

const secretCases: readonly SecretCase[] = [
  {
    id: 'auth.login/unguessable',
    description: 'Bearer tokens',
    minBits: 64,
    minSecretCount: 4,
    readSecrets: makeIssuedSecretsReader('bearer'),
  },
  {
    id: 'applicants.register/unguessable',
    description: 'The tokens of activation links',
    minBits: 64,
    minSecretCount: 4,
    readSecrets: makeMailedSecretsReader(({ activationToken }) =>
      activationToken === undefined ? [] : [activationToken],
    ),
  },
  {
    id: 'applicants.activate/unguessable',
    description: 'The tokens that create a password',
    minBits: 64,
    minSecretCount: 4,
    readSecrets: makeIssuedSecretsReader('password-token'),
  },
  {
    id: 'auth.forgotPassword/unguessable',
    description: 'Temporary passwords',
    minBits: 32,
    minSecretCount: 2,
    readSecrets: makeMailedSecretsReader(({ mailedPasswords = [] }) => mailedPasswords),
  },
  {
    id: 'payments.getPending/unguessable',
    description: 'Payment codes',
    minBits: 24,
    level: 'should',
    minSecretCount: 3,
    readSecrets: makeIssuedSecretsReader('payment-code'),
  },
  {
    id: 'files.upload/unguessable',
    description: 'The names of stored files',
    minBits: 24,
    level: 'should',
    minSecretCount: 4,
    readSecrets: (context) => {
      // A backend may store equal files once, under one name. The extension says the type and is no part of the secret.
      const secrets = makeIssuedSecretsReader('file-name')(context);
      const secretsByFileName = new Map(secrets.map((secret) => [secret.secretText, secret]));
      return [...secretsByFileName.values()].map((ownedSecret) => ({
        ...ownedSecret,
        secretText: ownedSecret.secretText.replace(/\.\w{1,5}$/, ''),
      }));
    },
  },
];

export const guessableSecretChecks: readonly BackendCheck[] = secretCases.map(
  ({ id, description, minBits, level = 'must', minSecretCount, readSecrets }) =>
    makeScenarioCheck({
      id,
      sentence: `${description} ${obligationWords[level]} NOT be guessable from those of other applicants.`,
      rule: 'access#nothing-to-guess',
      leavesOpen:
        'Weak generators whose output looks random, and rates that let somebody try many.',
      afterAll: true,
      run: (context) => {
        const secrets = readSecrets(context);
        const reason = `needs ${minSecretCount} secrets of a kind to compare; the run got ${secrets.length}`;
        if (secrets.length < minSecretCount) throw makeSkip(reason);
        const wayToGuess = findWayToGuess(secrets, minBits);
        const observedText = `secrets that are ${wayToGuess}`;
        if (wayToGuess !== undefined)
          throw makeFailure('secrets nobody can guess', observedText, secrets.at(-1)?.response);
      },
    }),
);
