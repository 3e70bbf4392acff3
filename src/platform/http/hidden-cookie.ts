import { SECOND } from '#core/time.ts';
import type { Config } from '../config.ts';

/** Returns a cookie that scripts can’t read, and that isn’t sent with the calls of other sites. `lasts` is in ms. */
export function hiddenCookie(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  name: string,
  value: string,
  { lasts, path = '/api' }: { lasts: number; path?: string },
): string {
  const secure = publicUrl.protocol === 'https:' ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; Max-Age=${lasts / SECOND}; HttpOnly; SameSite=Lax${secure}`;
}
