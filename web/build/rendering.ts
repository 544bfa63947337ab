/** What the build needs of the site's own code, in the language it is built for: Vite makes one file of it for Node. */
export { pages, pictureOfProgram, render } from '../src/prerender.tsx';
export { texts as frame } from '../src/words/frame.ts';
export { texts as headWords } from '../src/words/head.ts';
export { foundOf, foundOfShell } from './head/found.ts';
export { headOf } from './head/tags.ts';
