import type { Provider } from '../model/connections.ts';

/**
 * Returns the URL where a login with a provider starts. `from` is the return path, by default the current page. `proves` is
 * the path of the call that the login proves the member for.
 */
export function providerLink({
  provider,
  from,
  connects = false,
  proves,
}: {
  provider: Provider;
  from?: string;
  connects?: boolean;
  proves?: string;
}): string {
  const { pathname, search, hash } = location;
  // On the callback page itself there is nothing to return to.
  const here = pathname.startsWith('/auth/') ? '/' : pathname + search + hash;
  const query = new URLSearchParams({
    from: from ?? here,
    ...(connects ? { connect: '1' } : {}),
    ...(proves ? { prove: proves } : {}),
  });
  return `/auth/${provider}?${query}`;
}
