/** Preloads a script or a style sheet, so that it isn’t discovered only after its importer has been loaded. */
export function preload(href: string, fetchPriority: 'low' | 'auto' = 'auto'): void {
  const link = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
  document.head.append(Object.assign(document.createElement('link'), { ...link, href, fetchPriority }));
}
