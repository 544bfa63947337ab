/** The rules for uploads, without the schemas that `./contract.ts` loads. */
export * from '@one-planet/contract/file-rules';
