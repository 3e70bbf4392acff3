/** Links style sheets that the page doesn’t link yet, and waits for all of them. Rejects with the event of one that failed. */
export function linkStyles(addresses: readonly string[]): Promise<unknown> {
  const loaded = addresses.map((href) => {
    const known = document.querySelector<HTMLLinkElement>(`link[rel="stylesheet"][href="${href}"]`);
    if (known?.sheet) return null;
    const link = known ?? Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    return new Promise((resolve, reject) => {
      link.addEventListener('load', resolve);
      link.addEventListener('error', (event) => {
        link.remove();
        reject(event);
      });
      if (!known) document.head.append(link);
    });
  });
  return Promise.all(loaded);
}
