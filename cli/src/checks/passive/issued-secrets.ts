/** Every secret the backend gave out in the run, and to whom: what one of them is like says how to guess the next. */
import { fieldsOf, type Reply, readStoredName } from '../wire/reply.ts';

/** What is given out, and must be hard to guess. */
export type SecretKind = 'bearer' | 'password-token' | 'payment-code' | 'file-name';

export interface IssuedSecret {
  value: string;
  /** Number of the run's applicant. */
  owner: number;
  /** The answer that gave it out. */
  reply: Reply;
}

export class IssuedSecrets {
  readonly #issued = new Map<SecretKind, IssuedSecret[]>();

  see(reply: Reply): void {
    const { operation, status, about } = reply;
    if (status >= 300 || about === undefined) return;
    const fields = fieldsOf(reply.json);
    const { paymentCode } = fieldsOf(fields.paymentDto);
    if (operation === 'auth.login') this.#add('bearer', fields.token, reply);
    if (operation === 'applicants.activate') this.#add('password-token', fields.token, reply);
    if (operation === 'exams.submit' || operation === 'payments.getPending') {
      this.#add('payment-code', paymentCode, reply);
    }
    if (operation === 'files.upload') this.#add('file-name', readStoredName(reply), reply);
  }

  /** In the order they were given out, each once. */
  of(kind: SecretKind): readonly IssuedSecret[] {
    return this.#issued.get(kind) ?? [];
  }

  #add(kind: SecretKind, value: unknown, reply: Reply): void {
    const { about: owner } = reply;
    if (typeof value !== 'string' || !value || owner === undefined) return;
    const known = this.#issued.get(kind) ?? [];
    this.#issued.set(kind, known);
    if (!known.some((one) => one.value === value && one.owner === owner)) {
      known.push({ value, owner, reply });
    }
  }
}
