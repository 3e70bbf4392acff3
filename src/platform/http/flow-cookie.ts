import { SECOND } from '#core/time.ts';
import type { Config } from '../config.ts';

/**
 * Returns a cookie that is only sent to the API, that scripts can’t read, and that isn’t sent with the calls of other
 * sites.
 */
export function flowCookie(config: Pick<Config, 'publicUrl'>, name: string, value: string, lastsMs: number): string {
  const secure = config.publicUrl.protocol === 'https:' ? '; Secure' : '';
  return `${name}=${value}; Path=/api; Max-Age=${lastsMs / SECOND}; HttpOnly; SameSite=Lax${secure}`;
}
