/** The exports of the site that the build needs to render pages; Vite bundles them for Node, once for each language. */

import { frameTexts } from '../src/texts/frame-words.ts';

export { headTexts as headWords } from '../src/app/head-words.ts';
export {
  loadNextComponents,
  pictureOffline,
  prerenderedPaths,
  render,
} from '../src/app/prerender.tsx';
export { frameTexts as frame } from '../src/texts/frame-words.ts';
export { headDataOf, headDataOfShell, makeHeadElements } from './head.ts';

/** The texts of the page for maintenance. */
export const maintenanceTexts = frameTexts.maintenance;
