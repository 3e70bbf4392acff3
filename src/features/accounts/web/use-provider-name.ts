import { useSite } from '#web/ui/use-site.ts';
import type { Provider } from '../model/connections.ts';

/** Returns what members call each provider. The other one than Google has a name only if the site offers it. */
export function useProviderName(): (provider: Provider) => string {
  const { openid } = useSite();
  return (provider) => (provider === 'google' ? 'Google' : (openid ?? 'OpenID'));
}
