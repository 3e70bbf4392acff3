/** A part of an image, in percent of its width and height. */
export interface PicturePart {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Size {
  width: number;
  height: number;
}

/** The smallest part that can be chosen, in percent of the largest one. */
export const SMALLEST_PART = 20;

/** Returns the largest part of this ratio (width ÷ height), in the middle of the image. */
export function largestPart(picture: Size, aspect: number): PicturePart {
  const ratio = picture.width / picture.height;
  const width = ratio > aspect ? (aspect / ratio) * 100 : 100;
  const height = ratio > aspect ? 100 : (ratio / aspect) * 100;
  return { x: (100 - width) / 2, y: (100 - height) / 2, width, height };
}

/** Returns the part resized about its middle to `percent` of the largest one, still inside the image. */
export function resizedPart(part: PicturePart, percent: number, largest: PicturePart): PicturePart {
  const share = Math.min(100, Math.max(SMALLEST_PART, percent)) / 100;
  const [width, height] = [largest.width * share, largest.height * share];
  const within = (value: number, length: number) => Math.min(100 - length, Math.max(0, value));
  return {
    x: within(part.x + (part.width - width) / 2, width),
    y: within(part.y + (part.height - height) / 2, height),
    width,
    height,
  };
}

/** Size in pixels and quality from 0 to 1 of an encoded image. */
export interface Attempt extends Size {
  quality: number;
}

const QUALITIES = [0.86, 0.76, 0.66, 0.56];
const SHRINK = 0.8;
const LEAST_SIDE = 128;

/**
 * Returns what to try until the file is small enough: first less quality, then fewer pixels. The result has at most
 * `shape` pixels. A tiny part is enlarged to the minimum that the server accepts.
 */
export function attemptsFor(part: Size, shape: Size): Attempt[] {
  const fit = Math.min(1, shape.width / part.width, shape.height / part.height);
  const least = LEAST_SIDE / Math.min(part.width, part.height);
  const attempts: Attempt[] = [];
  let scale = Math.max(fit, least);
  while (true) {
    const size = { width: Math.round(part.width * scale), height: Math.round(part.height * scale) };
    for (const quality of QUALITIES) attempts.push({ ...size, quality });
    scale *= SHRINK;
    if (scale < least) return attempts;
  }
}
