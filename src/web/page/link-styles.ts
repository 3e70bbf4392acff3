/** Set on links that this function has added, until they are loaded. */
const COMING = 'coming';

/**
 * Returns whether a link of the page is still loading. One that has failed looks the same, but fires no more events.
 */
const isComing = ({ sheet, dataset }: HTMLLinkElement) =>
  !sheet && (COMING in dataset || document.readyState !== 'complete');

/** Links style sheets that the page doesn’t link yet, and waits for all of them. Rejects with the event of one that failed. */
export function linkStyles(addresses: readonly string[]): Promise<unknown> {
  const loaded = addresses.map((href) => {
    const known = document.querySelector<HTMLLinkElement>(`link[rel="stylesheet"][href="${href}"]`);
    if (known?.sheet) return null;
    const coming = known && isComing(known) ? known : null;
    const link = coming ?? Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    return new Promise((resolve, reject) => {
      link.addEventListener('load', resolve);
      link.addEventListener('error', (event) => {
        link.remove();
        reject(event);
      });
      if (coming) return;
      known?.remove();
      link.dataset[COMING] = '';
      document.head.append(link);
    });
  });
  return Promise.all(loaded);
}
