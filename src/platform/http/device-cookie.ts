import { DAY } from '#core/time.ts';
import type { Config } from '../config.ts';
import { hiddenCookie } from './hidden-cookie.ts';

/** Cookie that tells browsers that have logged in from others. It is set by logging in, and by nothing else. */
export const DEVICE_COOKIE = 'skein_device';
/** The maximum in browsers. Each login renews it. */
export const DEVICE_COOKIE_LASTS = 400 * DAY;

/** Returns the cookie for the response to a login. */
export function deviceCookie(config: Pick<Config, 'publicUrl'>, token: string): string {
  return hiddenCookie(config, DEVICE_COOKIE, token, { lasts: DEVICE_COOKIE_LASTS });
}
