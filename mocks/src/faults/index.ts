import { doublePayment } from './double-payment.ts';
import { examPassEveryone } from './exam-pass-everyone.ts';
import type { Fault } from './fault.ts';
import { html502 } from './html-502.ts';
import { listNull } from './list-null.ts';
import { login500 } from './login-500.ts';
import { plusDecoded } from './plus-decoded.ts';
import { receiptLeak } from './receipt-leak.ts';
import { register200 } from './register-200.ts';
import { stateStuck } from './state-stuck.ts';
import { tokenIgnored } from './token-ignored.ts';
import { uploadMangled } from './upload-mangled.ts';

const all: readonly Fault[] = [
  register200,
  login500,
  listNull,
  html502,
  examPassEveryone,
  stateStuck,
  tokenIgnored,
  receiptLeak,
  uploadMangled,
  doublePayment,
  plusDecoded,
];

/** Every fault that can be switched on, and what the backend then does wrong. */
export const faultList: readonly { name: string; sentence: string }[] = all.map(
  ({ name, sentence }) => ({ name, sentence }),
);

/**
 * @returns the faults of these names
 * @throws {Error} naming an unknown fault and all known ones
 */
export function findFaults(names: readonly string[]): readonly Fault[] {
  const known = all.map(({ name }) => name);
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new Error(`There is no fault "${name}". Known are ${known.join(', ')}.`);
  }
  return all.filter(({ name }) => names.includes(name));
}
