/** `prepack`: copies the built site beside the bundle, for the `admissions demo` of the installed package. */
import { cp, rm } from 'node:fs/promises';

const siteFolderUrl = new URL('../dist/site/', import.meta.url);
await rm(siteFolderUrl, { recursive: true, force: true });
await cp(new URL('../../web/dist/', import.meta.url), siteFolderUrl, {
  recursive: true,
  // The compressed copies are for servers; they would double the size of the package.
  filter: (path) => !/\.(br|gz)$/.test(path),
});
