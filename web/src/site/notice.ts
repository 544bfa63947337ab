import { atom } from 'jotai/vanilla';

/** A line above the page that outlives a change of the route, e.g. that the session has ended. */
export const noticeAtom = atom('');
