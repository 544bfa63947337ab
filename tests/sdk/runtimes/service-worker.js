/** For a page's service worker: makes the calls that a message asks for. */
import { makeCalls } from './journey.js';

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('message', (event) => {
  const { baseUrl, credentials } = event.data;
  const answer = makeCalls(baseUrl, credentials).catch((error) => ({ failed: String(error) }));
  event.waitUntil(answer.then((result) => event.source.postMessage(result)));
});
