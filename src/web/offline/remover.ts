/**
 * The service worker of a site that has offline reading turned off. It deletes everything that was kept, and
 * unregisters itself. Without it, an installed worker would stay active.
 */
export const REMOVER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
})()));
`;
