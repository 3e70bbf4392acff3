import { attemptsFor, type PicturePart, type Size } from './picture-part.ts';

export interface CompressOrder {
  file: Blob;
  part: PicturePart;
  /** Largest size of the result in pixels. */
  shape: Size;
  /** Maximum size of the result in bytes. */
  limit: number;
}
export type CompressAnswer = { blob: Blob } | { failed: true };

// WebP is smaller. Browsers that can’t encode it produce a PNG instead; then JPEG is used.
let type = 'image/webp';

async function draw(bitmap: ImageBitmap, source: DOMRect, size: Size, quality: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  if (type === 'image/jpeg') {
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, size.width, size.height);
  }
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, source.x, source.y, source.width, source.height, 0, 0, size.width, size.height);
  const blob = await canvas.convertToBlob({ type, quality });
  if (blob.type === type) return blob;
  if (type === 'image/jpeg') throw new Error('no supported image type');
  type = 'image/jpeg';
  return draw(bitmap, source, size, quality);
}

async function compress({ file, part, shape, limit }: CompressOrder): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = bitmap;
    const source = new DOMRect(
      (part.x / 100) * width,
      (part.y / 100) * height,
      (part.width / 100) * width,
      (part.height / 100) * height,
    );
    for (const { quality, ...size } of attemptsFor(source, shape)) {
      const blob = await draw(bitmap, source, size, quality);
      if (blob.size <= limit) return blob;
    }
    throw new Error('too large at any size');
  } finally {
    bitmap.close();
  }
}

addEventListener('message', (event: MessageEvent<CompressOrder>) => {
  compress(event.data).then(
    (blob) => postMessage({ blob } satisfies CompressAnswer),
    () => postMessage({ failed: true } satisfies CompressAnswer),
  );
});
