/** `prepack`: puts the built site beside the bundle in one file, for `admissions demo` of the installed package. */
import { writePackedSite } from '../src/backend/site.ts';

const site = new URL('../../web/dist/', import.meta.url).pathname;
const file = new URL('../dist/site.br', import.meta.url).pathname;
const bytes = await writePackedSite(site, file);
console.error(`The built site: ${Math.round(bytes / 1000)} KB in cli/dist/site.br`);
