/** The address inside the site, with the language that its page shall have. */
export function withLanguage(to: string, language: string): string {
  // The address of a page can be anything that was asked for: one that begins with two slashes would name another site.
  return withParameter(to.replace(/^[/\\]{2,}/, '/'), 't', language);
}

export function withParameter(to: string, name: string, value: string): string {
  const [address = '', hash] = to.split('#', 2);
  const joined = `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}
