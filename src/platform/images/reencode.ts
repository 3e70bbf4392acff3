import { createHash } from 'node:crypto';
import type sharpModule from 'sharp';
import { AppError } from '#core/errors.ts';

/** Most pixels that are decoded; above that a small file can fill the memory (trust §3 #34). */
const MAX_PIXELS = 16_000_000;
const MIN_SIDE = 64;
/** How JPEG, PNG and WebP files begin, in hexadecimal. */
const ACCEPTED = /^(ffd8ff|89504e470d0a1a0a|52494646.{8}57454250)/;
const QUALITY = 82;

export interface ImageShape {
  /** Largest size in pixels; the picture is cut to this ratio about its middle and never enlarged. */
  width: number;
  height: number;
  /** First letter of the key. */
  prefix: string;
}

export const COVER_SHAPE: ImageShape = { width: 800, height: 1200, prefix: 'c' };
export const AVATAR_SHAPE: ImageShape = { width: 512, height: 512, prefix: 'a' };

let sharp: typeof sharpModule | null = null;

/** libvips is loaded with the first picture: it costs memory that a server of texts seldom needs. */
export async function loadSharp(): Promise<typeof sharpModule> {
  if (!sharp) {
    sharp = (await import('sharp')).default;
    sharp.cache(false);
    sharp.concurrency(1);
  }
  return sharp;
}

/** One at a time: decoding is the one thing here that takes memory by the hundred megabytes. */
let queue: Promise<unknown> = Promise.resolve();
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const result = queue.then(work, work);
  queue = result.catch(() => {});
  return result;
}

/** The key under which these bytes are stored: a letter of the kind, a digest, the type. */
export function imageKey(prefix: string, bytes: Uint8Array | string, extension: string): string {
  return `${prefix}-${createHash('sha256').update(bytes).digest('base64url').slice(0, 32)}.${extension}`;
}

/**
 * Told by the first bytes: to ask libvips would already let it read the file, and its reader of SVG draws the picture to
 * find out its size, for minutes and by the gigabyte where somebody wants it to.
 */
function isAccepted(bytes: Buffer): boolean {
  return ACCEPTED.test(bytes.toString('hex', 0, 12));
}

/**
 * Draws an uploaded picture anew as WebP without metadata, cut to the shape. What is not a JPEG, PNG or WebP picture of
 * at most 16 megapixels is refused before it is decoded. Errors: image_type_refused, image_unreadable,
 * image_too_many_pixels.
 */
export async function reencode(bytes: Buffer, shape: ImageShape): Promise<{ key: string; bytes: Buffer }> {
  if (!isAccepted(bytes)) throw new AppError('image_type_refused');
  const load = await loadSharp();
  const metadata = await load(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!metadata) throw new AppError('image_type_refused');
  // As it is seen: a telephone held upright stores the picture lying on its side.
  const { width, height } = metadata.autoOrient;
  if (width * height > MAX_PIXELS) throw new AppError('image_too_many_pixels');
  if (Math.min(width, height) < MIN_SIDE) throw new AppError('image_unreadable');
  // Smaller pictures keep their size: scaled up they would only be heavier.
  const scale = Math.min(1, width / shape.width, height / shape.height);
  const drawn = await oneAtATime(() =>
    load(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .rotate()
      .resize(Math.max(1, Math.round(shape.width * scale)), Math.max(1, Math.round(shape.height * scale)), {
        fit: 'cover',
      })
      .webp({ quality: QUALITY })
      .toBuffer(),
  ).catch((cause) => {
    throw new AppError('image_unreadable', { cause });
  });
  return { key: imageKey(shape.prefix, drawn, 'webp'), bytes: drawn };
}
