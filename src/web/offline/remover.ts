/**
 * The worker of a site that keeps nothing for reading offline: it takes itself and everything kept away. A worker that is
 * merely no longer served would stay as it is.
 */
export const REMOVER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
})()));
`;
