/** React's own, in place of the shim that wouter brings for versions before 18 (vite.config.ts). */
export { useSyncExternalStore } from 'react';
