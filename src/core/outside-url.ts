import * as z from 'zod/mini';

export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname);
}

/** URL of a service that gets our secrets or texts: HTTPS, or a loopback address. */
export const outsideUrl = z
  .url({ protocol: /^https?$/ })
  .check(z.refine((value) => /^https:/.test(value) || (URL.canParse(value) && isLoopback(new URL(value)))));
