/** Built into the file that contains React (vite.config.ts), so that React runs in a file of its own. */
export { createRoot, hydrateRoot } from 'react-dom/client';
