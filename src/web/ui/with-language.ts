/**
 * Returns a path that stays on this site. The path of a page can start with two slashes, which would name another one.
 */
export function insideSite(path: string): string {
  return path.replace(/^[/\\]{2,}/, '/');
}

/** Returns the URL of a page of this site in a language. */
export function withLanguage(to: string, language: string): string {
  return withParameter(insideSite(to), 't', language);
}

export function withParameter(to: string, name: string, value: string): string {
  const [address = '', hash] = to.split('#', 2);
  const joined = `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}
