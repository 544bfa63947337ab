/** Reads the message out of a refusal, without the schemas that `./contract.ts` brings. */
export * from '@one-planet/contract/messages';
