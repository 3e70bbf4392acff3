import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A noisy image, so that it doesn’t compress to almost nothing. */
export function picture(width: number, height: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 }, background: 'black' },
  });
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const END = chunk('IEND', Buffer.alloc(0));

/** Pads a PNG to exactly this many bytes, with a chunk that viewers ignore. */
export function padPng(png: Buffer, bytes: number): Buffer {
  const filler = bytes - png.length - 12;
  return Buffer.concat([png.subarray(0, png.length - END.length), chunk('skEi', Buffer.alloc(filler)), END]);
}

/** A PNG of one color that claims to be this large. It has few bytes, but takes very much memory to decode. */
export function pixelBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), END]);
}
