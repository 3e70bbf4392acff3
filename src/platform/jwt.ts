import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import type { Secrets } from './secrets.ts';

/** Returns the payload of one of our tokens if it was signed with a key of the purpose and is valid, otherwise null. */
export async function readJwt(
  secrets: Pick<Secrets, 'keys'>,
  purpose: string,
  token: string,
  options: JWTVerifyOptions & { requiredClaims: string[] },
): Promise<JWTPayload | null> {
  for (const key of secrets.keys(purpose)) {
    try {
      return (await jwtVerify(token, key, { algorithms: ['HS256'], ...options })).payload;
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue;
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  }
  return null;
}
