/** The rules of uploads, without the schemas that `./contract.ts` brings. */
export * from '@one-planet/contract/file-rules';
