/** What leaves the vault (vault/vault.ts): its script is loaded when that is due. */
import { lazily } from '../site/lazily.ts';

export const vault = lazily(async () => ({ default: await import('./vault/drop.ts') }));
