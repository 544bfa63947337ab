/** Reads the message of a refusal, without the schemas that `./contract.ts` loads. */
export * from '@one-planet/contract/messages';
