/** Returns the URL where a login with Google starts. `from` is the return path, by default the current page. */
export function googleLink({ from, connects = false }: { from?: string; connects?: boolean } = {}): string {
  const { pathname, search, hash } = location;
  // On the callback page itself there is nothing to return to.
  const here = pathname.startsWith('/auth/') ? '/' : pathname + search + hash;
  const query = new URLSearchParams({ from: from ?? here, ...(connects ? { connect: '1' } : {}) });
  return `/auth/google?${query}`;
}
