import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secrets } from '../secrets.ts';
import type { Envelope } from './pipeline.ts';

/** Encrypts stored responses, because some contain tokens: a copy of the database must not open anything. */

export interface SealedAnswer {
  /** Base64 of IV, tag and ciphertext (AES-256-GCM). */
  readonly sealed: string;
}

const PURPOSE = 'idempotency-answers';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a response. It can only be opened for the same call: `owner` names it. */
export function sealAnswer(secrets: Secrets, owner: string, envelope: Envelope): SealedAnswer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, secrets.key(PURPOSE), iv).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(JSON.stringify(envelope), 'utf8'), cipher.final()]);
  return { sealed: Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64') };
}

/** Returns the response. Null if the key of the site has changed since, or if the row was changed. */
export function openAnswer(secrets: Secrets, owner: string, { sealed }: SealedAnswer): Envelope | null {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv(CIPHER, secrets.key(PURPOSE), bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as Envelope;
  } catch {
    return null;
  }
}
