import { SECOND } from '#core/time.ts';
import { policy } from '../../trusted-types.ts';
import type { CompressAnswer, CompressOrder } from './compress.worker.ts';
import workerUrl from './compress.worker.ts?worker&url';

/** Longer than any device needs. A worker that never responds must not look as if it were working. */
const GIVE_UP_AFTER = 30 * SECOND;

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
/** Maximum size in bytes that the device produces, because a call times out after 10 s (product §4). */
export const PICTURE_BYTES = 400 * 1024;

/** The image couldn’t be read, or not be made small enough. */
export class CompressionError extends Error {
  constructor() {
    super('Image compression failed');
    this.name = 'CompressionError';
  }
}

/** Crops and compresses an image in a worker. Throws `CompressionError`, or the signal’s reason. */
export function compressPicture(order: CompressOrder, signal?: AbortSignal): Promise<Blob> {
  return new Promise((resolve, reject) => {
    // The platform’s types don’t accept script URLs of a Trusted Types policy.
    const worker = new Worker(policy.createScriptURL(workerUrl) as unknown as string, { type: 'module' });
    const timer = setTimeout(() => end(() => reject(new CompressionError())), GIVE_UP_AFTER);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      worker.terminate();
      settle();
    };
    worker.onmessage = ({ data }: MessageEvent<CompressAnswer>) =>
      end(() => ('blob' in data ? resolve(data.blob) : reject(new CompressionError())));
    worker.onerror = () => end(() => reject(new CompressionError()));
    if (signal?.aborted) return end(() => reject(signal.reason));
    signal?.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true });
    worker.postMessage(order);
  });
}
