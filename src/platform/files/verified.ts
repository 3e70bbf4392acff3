import { createHash } from 'node:crypto';
import { AppError } from '#core/errors.ts';
import { SECOND } from '#core/time.ts';

/** A sender that sends nothing for this long has stalled. */
const STALL_MS = 10 * SECOND;

/**
 * Passes a body on while it arrives. Holds the last chunk back until the digest of the whole is right, so that a body
 * that isn’t right never looks complete. Throws `unavailable` if it isn’t, or if it stalls.
 */
export async function* verified(
  body: ReadableStreamDefaultReader<Uint8Array>,
  bytes: number,
  sha256: string | null,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let received = 0;
  let held: Uint8Array | null = null;
  try {
    for (;;) {
      const { done, value } = await readOrStall(body);
      if (done) break;
      hash.update(value);
      received += value.length;
      if (held) yield held;
      held = value;
    }
    const digest = hash.digest('hex');
    if (received !== bytes || (sha256 !== null && digest !== sha256)) throw failure('S3 sent another content');
    if (held) yield held;
  } catch (error) {
    throw error instanceof AppError ? error : failure('S3 stopped sending', error);
  } finally {
    // Also if the receiver has gone.
    body.cancel().catch(() => {});
  }
}

const failure = (message: string, cause?: unknown) =>
  new AppError('unavailable', { cause: new Error(message, { cause }) });

async function readOrStall(body: ReadableStreamDefaultReader<Uint8Array>) {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure('S3 stopped sending')), STALL_MS);
  });
  return Promise.race([body.read(), stalled]).finally(() => clearTimeout(timer));
}
