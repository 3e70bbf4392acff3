import { SECOND } from '#core/time.ts';
import type { Config } from '../config.ts';

/** A cookie that goes with calls of the API alone, that no script can read and no other site can have sent along. */
export function flowCookie(config: Pick<Config, 'publicUrl'>, name: string, value: string, lastsMs: number): string {
  const secure = config.publicUrl.protocol === 'https:' ? '; Secure' : '';
  return `${name}=${value}; Path=/api; Max-Age=${lastsMs / SECOND}; HttpOnly; SameSite=Lax${secure}`;
}
