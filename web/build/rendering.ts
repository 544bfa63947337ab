/** The exports of the site that the build needs to render pages; Vite bundles them for Node, once for each language. */

export { headTexts as headWords } from '../src/app/head-words.ts';
export {
  loadAccountScreens as nextScreens,
  pictureOffline,
  prerenderedPaths,
  render,
} from '../src/app/prerender.tsx';
export { frameTexts as frame } from '../src/texts/frame-words.ts';
export { headDataOf, headDataOfShell, makeHeadElements } from './head.ts';
