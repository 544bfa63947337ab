/** The payment that was opened at a provider from this tab, so that nobody pays twice by going back. */
import { dropDraft, keepDraft, readDraft } from '../site/drafts.ts';

const key = 'opened-payment';

export interface OpenedPayment {
  code: string;
  provider: string;
  /** Milliseconds since 1970. */
  at: number;
}

export function keepOpenedPayment({ code, provider, at }: OpenedPayment): void {
  keepDraft(key, { code, provider, at: String(at) });
}

export function dropOpenedPayment(): void {
  dropDraft(key);
}

/** @returns the one that was opened for this payment code */
export function readOpenedPayment(code: string): OpenedPayment | undefined {
  const { provider, at, ...kept } = readDraft(key);
  if (kept.code !== code || typeof provider !== 'string') return undefined;
  return { code, provider, at: Number(at) };
}
