/** Maximum length of a return path. */
const SITE_PATH_MAX = 500;

/** Returns the value if it is a path on this site, otherwise “/”. Prevents open redirects. */
export function sitePath(value: unknown): string {
  if (typeof value !== 'string' || value.length > SITE_PATH_MAX || !value.startsWith('/')) return '/';
  if (!URL.canParse(value, 'http://site.invalid')) return '/';
  // Parses like browsers: a backslash counts as a slash, and tabs and line breaks are ignored.
  const { host, pathname, search, hash } = new URL(value, 'http://site.invalid');
  const path = pathname + search + hash;
  // As it is kept, where each letter of most scripts takes up to nine characters.
  return host !== 'site.invalid' || pathname.startsWith('//') || path.length > SITE_PATH_MAX ? '/' : path;
}
