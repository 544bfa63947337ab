/** Built into React's own file (vite.config.ts): React is run there by itself, and not in the middle of the site's. */
export { createRoot, hydrateRoot } from 'react-dom/client';
