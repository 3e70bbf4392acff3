import { passkeyHost } from '#features/accounts/model/second-factor.ts';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log/log.ts';

/** Says at the start why a site offers no passkeys. Codes of an app work on any site. */
export function warnOfPasskeys({ publicUrl }: Pick<Config, 'publicUrl'>, log: Pick<Log, 'warn'>): void {
  if (passkeyHost(publicUrl) !== null) return;
  log.warn(
    { publicUrl: publicUrl.href },
    'Members can’t use passkeys: browsers only allow them if PUBLIC_URL is an HTTPS URL with a domain name. Authenticator apps work.',
  );
}
