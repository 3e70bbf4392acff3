/** Where signing in with Google begins. `from` is where they come back to: by default this very place. */
export function googleLink({ from, connects = false }: { from?: string; connects?: boolean } = {}): string {
  const { pathname, search, hash } = location;
  // Whoever tries again on the page of the way back has nothing to come back to there.
  const here = pathname.startsWith('/auth/') ? '/' : pathname + search + hash;
  const query = new URLSearchParams({ from: from ?? here, ...(connects ? { connect: '1' } : {}) });
  return `/auth/google?${query}`;
}
