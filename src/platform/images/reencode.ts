import { createHash } from 'node:crypto';
import type sharpModule from 'sharp';
import { AppError } from '#core/errors.ts';
import { IMAGE_MEGAPIXELS_MAX, IMAGE_SIDE_MIN } from '#core/images.ts';

/** Maximum pixels to decode. Above that, a small file can fill the memory (trust §3 #34). */
const MAX_PIXELS = IMAGE_MEGAPIXELS_MAX * 1_000_000;
/** First bytes of JPEG, PNG and WebP files, in hexadecimal. */
const ACCEPTED = /^(ffd8ff|89504e470d0a1a0a|52494646.{8}57454250)/;
const QUALITY = 82;

export interface ImageShape {
  /** Maximum size in pixels. The image is cropped to this ratio around its center, and never enlarged. */
  width: number;
  height: number;
  /** First letter of the key. */
  prefix: string;
}

export const COVER_SHAPE: ImageShape = { width: 800, height: 1200, prefix: 'c' };
export const AVATAR_SHAPE: ImageShape = { width: 512, height: 512, prefix: 'a' };

let sharp: typeof sharpModule | null = null;

/** Loads libvips on first use, because it needs memory and images are rare. */
export async function loadSharp(): Promise<typeof sharpModule> {
  if (!sharp) {
    sharp = (await import('sharp')).default;
    sharp.cache(false);
    sharp.concurrency(1);
  }
  return sharp;
}

/** One at a time, because decoding takes hundreds of megabytes. */
let queue: Promise<unknown> = Promise.resolve();
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const result = queue.then(work, work);
  queue = result.catch(() => {});
  return result;
}

/** Returns the key for these bytes: a prefix, a digest, and the type. */
export function imageKey(prefix: string, bytes: Uint8Array | string, extension: string): string {
  return `${prefix}-${createHash('sha256').update(bytes).digest('base64url').slice(0, 32)}.${extension}`;
}

/**
 * Checks the first bytes. Asking libvips would already let it read the file, and its SVG reader draws the image to find
 * its size, which can take minutes and gigabytes for a malicious one.
 */
function isAccepted(bytes: Buffer): boolean {
  return ACCEPTED.test(bytes.toString('hex', 0, 12));
}

/**
 * Redraws an uploaded image as WebP without metadata, cropped to the shape. Files that aren’t JPEG, PNG or WebP images
 * of at most 16 megapixels are refused before they are decoded. Throws image_type_refused, image_unreadable,
 * image_too_many_pixels, image_too_small.
 */
export async function reencode(bytes: Buffer, shape: ImageShape): Promise<{ key: string; bytes: Buffer }> {
  if (!isAccepted(bytes)) throw new AppError('image_type_refused');
  const load = await loadSharp();
  const metadata = await load(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!metadata) throw new AppError('image_type_refused');
  // The size as seen. Phones store upright photos on their side.
  const { width, height } = metadata.autoOrient;
  if (width * height > MAX_PIXELS)
    throw new AppError('image_too_many_pixels', { params: { millions: IMAGE_MEGAPIXELS_MAX } });
  if (Math.min(width, height) < IMAGE_SIDE_MIN)
    throw new AppError('image_too_small', { params: { min: IMAGE_SIDE_MIN } });
  // Smaller images keep their size. Enlarged, they would only take more bytes.
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
