/** The site's own code for the build, in the language it is built for: Vite makes one file of it for Node. */

export { headTexts as headWords } from '../src/app/head-words.ts';
export {
  nextScreens,
  pictureOffline,
  prerenderedPaths as pages,
  render,
} from '../src/app/prerender.tsx';
export { frameTexts as frame } from '../src/texts/frame-words.ts';
export { foundOf, foundOfShell, headOf } from './head.ts';
