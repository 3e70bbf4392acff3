/** A part of a picture, in percent of its width and height. */
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

/** The largest part of this ratio (width ÷ height), about the middle of the picture. */
export function largestPart(picture: Size, aspect: number): PicturePart {
  const ratio = picture.width / picture.height;
  const width = ratio > aspect ? (aspect / ratio) * 100 : 100;
  const height = ratio > aspect ? 100 : (ratio / aspect) * 100;
  return { x: (100 - width) / 2, y: (100 - height) / 2, width, height };
}

/** The part made larger or smaller about its middle, `percent` of the largest one, still inside the picture. */
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

/** A way to write the picture: its size in pixels and the quality from 0 to 1. */
export interface Attempt extends Size {
  quality: number;
}

const QUALITIES = [0.86, 0.76, 0.66, 0.56];
const SHRINK = 0.8;
const LEAST_SIDE = 128;

/**
 * What is tried until the file is small enough: first less quality, then fewer pixels. The result has at most `shape`
 * pixels; a part that is tiny is enlarged to what the server takes.
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
