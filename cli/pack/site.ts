/** `prepack`: copies the built site beside the bundle, for `admissions demo` of the installed package. */
import { cp, rm } from 'node:fs/promises';

const folder = new URL('../dist/site/', import.meta.url);
await rm(folder, { recursive: true, force: true });
await cp(new URL('../../web/dist/', import.meta.url), folder, {
  recursive: true,
  // The copies that are compressed for servers would double the package.
  filter: (path) => !/\.(br|gz)$/.test(path),
});
