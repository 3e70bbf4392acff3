/** Longest address that somebody is led back to. */
const SITE_PATH_MAX = 500;

/** A place on this site that somebody may be led back to; what could lead anywhere else is the home page. */
export function sitePath(value: unknown): string {
  if (typeof value !== 'string' || value.length > SITE_PATH_MAX || !value.startsWith('/')) return '/';
  if (!URL.canParse(value, 'http://site.invalid')) return '/';
  // Read as browsers do: a backslash is a slash to them, and tabs and line ends are nothing.
  const { host, pathname, search, hash } = new URL(value, 'http://site.invalid');
  return host !== 'site.invalid' || pathname.startsWith('//') ? '/' : pathname + search + hash;
}
