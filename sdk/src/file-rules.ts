/** What may be uploaded, without the schemas that `./contract.ts` brings. */
export * from '@one-planet/contract/file-rules';
