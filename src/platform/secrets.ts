import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The secret of the site and, while it is being changed, the one before it (`SECRET_KEY_PREVIOUS`). */
export interface SecretKeys {
  readonly secretKey: string;
  readonly previousSecretKey?: string | null;
}

type Part = string | Uint8Array;

/**
 * Keys for one purpose each, all derived from the site’s secret. What the secret before it made stays valid until
 * `SECRET_KEY_PREVIOUS` is removed, so nothing may compare with `key` or `sign` alone: verify with `keys`, `signatures`
 * or `proves` (decision 075).
 */
export interface Secrets {
  /** Returns the 256-bit key of a purpose, to make something with. */
  key: (purpose: string) => Uint8Array;
  /** Returns the keys that what was made with `key` may have: the current one and, if there is one, that before it. */
  keys: (purpose: string) => readonly Uint8Array[];
  /**
   * Returns the HMAC-SHA-256 of the parts with the key of the purpose. Each part is hashed with its length, so that
   * parts can’t run into each other.
   */
  sign: (purpose: string, ...parts: Part[]) => Buffer;
  /** Returns what `sign` may have returned for these parts: with the current key and with the one before it. */
  signatures: (purpose: string, ...parts: Part[]) => readonly Buffer[];
  /** True if `sign` returned this for these parts. As a string, a proof is base64url. Takes constant time per key. */
  proves: (proof: Part, purpose: string, ...parts: Part[]) => boolean;
  /**
   * Encrypts what is stored, such as the secret of a second factor. `about` says to which row it belongs, so that it
   * can’t be opened in another one.
   */
  seal: (purpose: string, content: Uint8Array, about: string) => Buffer;
  /** Returns what was sealed, also with the previous key. Null if it was changed, or sealed for another row or site. */
  open: (purpose: string, sealed: Uint8Array, about: string) => Buffer | null;
  /**
   * Returns the first bytes of everything that is sealed with the current key. Rows that begin otherwise must be opened
   * and sealed again, before `SECRET_KEY_PREVIOUS` can be removed.
   */
  sealMark: (purpose: string) => Buffer;
  /** Returns the marks of all keys that the site has. What begins otherwise can’t be opened any more. */
  sealMarks: (purpose: string) => readonly Buffer[];
}

export function createSecrets({ secretKey, previousSecretKey }: SecretKeys): Secrets {
  const sources = [deriver(secretKey), ...(previousSecretKey ? [deriver(previousSecretKey)] : [])];
  const [current] = sources as [Deriver];
  const signWith = (derive: Deriver, purpose: string, parts: Part[]) => hmacOf(derive(purpose), parts);
  const signatures = (purpose: string, ...parts: Part[]) => sources.map((derive) => signWith(derive, purpose, parts));
  return {
    key: current,
    keys: (purpose) => sources.map((derive) => derive(purpose)),
    sign: (purpose, ...parts) => signWith(current, purpose, parts),
    signatures,
    proves: (proof, purpose, ...parts) => signatures(purpose, ...parts).some((made) => isSame(made, proof)),
    seal: (purpose, content, about) => sealWith(current, purpose, content, about),
    open(purpose, sealed, about) {
      for (const derive of sources) {
        const content = openWith(derive, purpose, sealed, about);
        if (content !== null) return content;
      }
      return null;
    },
    sealMark: (purpose) => markOf(current, purpose),
    sealMarks: (purpose) => sources.map((derive) => markOf(derive, purpose)),
  };
}

/** Derives the key of a purpose from one secret. */
type Deriver = (purpose: string) => Uint8Array;

function deriver(secret: string): Deriver {
  const keys = new Map<string, Uint8Array>();
  return (purpose) => {
    const found = keys.get(purpose) ?? new Uint8Array(hkdfSync('sha256', secret, 'skein', purpose, 32));
    keys.set(purpose, found);
    return found;
  };
}

function hmacOf(key: Uint8Array, parts: readonly Part[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
    hmac.update(`${bytes.length}:`).update(bytes);
  }
  return hmac.digest();
}

/** Compares the text of a proof and not its bytes, because several texts can have the same bytes. */
function isSame(made: Buffer, proof: Part): boolean {
  const [expected, given] =
    typeof proof === 'string' ? [Buffer.from(made.toString('base64url')), Buffer.from(proof)] : [made, proof];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

const CIPHER = 'aes-256-gcm';
const FORMAT = 1;
const MARK_BYTES = 5;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The format and the first bytes of a digest of the key. */
function markOf(derive: Deriver, purpose: string): Buffer {
  const id = hmacOf(derive(`seal ${purpose}`), ['mark']).subarray(0, MARK_BYTES - 1);
  return Buffer.concat([Buffer.of(FORMAT), id]);
}

function sealWith(derive: Deriver, purpose: string, content: Uint8Array, about: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, derive(`seal ${purpose}`), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([markOf(derive, purpose), nonce, cipher.getAuthTag(), body]);
}

function openWith(derive: Deriver, purpose: string, sealed: Uint8Array, about: string): Buffer | null {
  const bytes = Buffer.from(sealed);
  const bodyAt = MARK_BYTES + NONCE_BYTES + TAG_BYTES;
  if (bytes.length < bodyAt || !bytes.subarray(0, MARK_BYTES).equals(markOf(derive, purpose))) return null;
  const nonce = bytes.subarray(MARK_BYTES, MARK_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, derive(`seal ${purpose}`), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(bytes.subarray(MARK_BYTES + NONCE_BYTES, bodyAt));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]);
  } catch {
    return null;
  }
}
