import { Secret, TOTP } from 'otpauth';
import { TOTP_DIGITS, TOTP_STEP, TOTP_TOLERANCE } from '../../model/second-factor.ts';

const SECRET_BYTES = 20;
const STEP_SECONDS = TOTP_STEP / 1000;

function totpOf(secret: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP {
  const bytes = new Uint8Array(secret);
  return new TOTP({
    ...names,
    secret: new Secret({ buffer: bytes.buffer }),
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: STEP_SECONDS,
  });
}

/** Returns a new secret for an app. */
export function newTotpSecret(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
}

/** Returns the secret as members type it, and the address that apps read from a QR code. */
export function shownTotpSecret(
  secret: Uint8Array,
  { site, email }: { site: string; email: string },
): { key: string; uri: string } {
  const totp = totpOf(secret, { issuer: site, label: email });
  return { key: totp.secret.base32, uri: totp.toString() };
}

/** Returns the step of 30 seconds whose code this is. Null if it is the code of none that counts now. */
export function totpStep(secret: Uint8Array, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: TOTP_TOLERANCE });
  return delta === null ? null : Math.floor(timestamp / TOTP_STEP) + delta;
}
