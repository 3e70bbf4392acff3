import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { AVATAR_SHAPE, COVER_SHAPE, type ImageShape, loadSharp, reencode } from './reencode.ts';

const sharp = await loadSharp();

/** Returns an image with some detail. */
function picture(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = (i * 7 + Math.floor(i / 97)) % 256;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
const metadataOf = (bytes: Buffer) => sharp(bytes).metadata();
const refusal = (bytes: Buffer, shape: ImageShape = AVATAR_SHAPE) =>
  reencode(bytes, shape).then(
    () => 'taken',
    (error: { code: string }) => error.code,
  );

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});
function crc32(bytes: Buffer): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = CRC[(c ^ byte) & 0xff]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
/** Returns a black PNG of any size, with one bit per pixel. */
function flatPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8 + body.length);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), 4 + body.length);
    return frame;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('an accepted image', () => {
  it.each([
    ['JPEG', 'jpeg'],
    ['PNG', 'png'],
    ['WebP', 'webp'],
  ] as const)('can be a %s, and becomes a square WebP', async (_name, format) => {
    const { key, bytes } = await reencode(await picture(700, 600).toFormat(format).toBuffer(), AVATAR_SHAPE);
    expect(key).toMatch(/^a-[\w-]{32}\.webp$/);
    expect(await metadataOf(bytes)).toMatchObject({ format: 'webp', width: 512, height: 512 });
  });
  it.each([
    [64, 64, AVATAR_SHAPE, 64, 64],
    [300, 200, AVATAR_SHAPE, 200, 200],
    [512, 512, AVATAR_SHAPE, 512, 512],
    [64, 4000, AVATAR_SHAPE, 64, 64],
    [400, 600, COVER_SHAPE, 400, 600],
    [2000, 3000, COVER_SHAPE, 800, 1200],
    [3000, 300, COVER_SHAPE, 200, 300],
  ])('of %i×%i is cropped to its shape and never enlarged', async (width, height, shape, w, h) => {
    const { bytes } = await reencode(await picture(width, height).png().toBuffer(), shape);
    expect(await metadataOf(bytes)).toMatchObject({ width: w, height: h });
  });
  it('loses its metadata, including the location, and is turned upright', async () => {
    const withPlace = await picture(200, 100)
      .withExif({
        IFD0: { Copyright: 'Ann of Anywhere', Artist: 'Ann' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '52/1 31/1 12/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '13/1 24/1 18/1',
        },
      })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Ann</x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect((await metadataOf(withPlace)).exif?.toString('latin1')).toContain('Anywhere');
    const { bytes } = await reencode(withPlace, COVER_SHAPE);
    const metadata = await metadataOf(bytes);
    for (const part of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) expect(metadata[part]).toBeUndefined();
    for (const word of ['Ann', 'Anywhere', 'EXIF', 'XMP']) expect(bytes.toString('latin1')).not.toContain(word);
    // 200×100 rotated by 90° is 100×200, cropped to 2:3.
    expect(metadata).toMatchObject({ width: 100, height: 150 });
  });
  it.each(['<script>alert(1)</script>', '<?php system($_GET[0]); ?>', '%PDF-1.7 1 0 obj', 'PK\u0003\u0004zip'])(
    'loses data that is appended to it: %s',
    async (tail) => {
      for (const format of ['jpeg', 'png', 'webp'] as const) {
        const polyglot = Buffer.concat([
          await picture(80, 80).toFormat(format).toBuffer(),
          Buffer.from(tail, 'latin1'),
        ]);
        const { bytes } = await reencode(polyglot, AVATAR_SHAPE);
        expect(bytes.toString('latin1')).not.toContain(tail);
        expect(bytes.readUInt32LE(4) + 8).toBe(bytes.length);
      }
    },
  );
  it('is reduced to its first frame if it is animated', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 80, height: 80, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(2);
    const { bytes } = await reencode(moving, AVATAR_SHAPE);
    expect((await metadataOf(bytes)).pages ?? 1).toBe(1);
    const { dominant } = await sharp(bytes).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b);
  });
  it('is converted from print colors to screen colors', async () => {
    const printed = await picture(100, 100).toColourspace('cmyk').jpeg().toBuffer();
    const { bytes } = await reencode(printed, AVATAR_SHAPE);
    expect(await metadataOf(bytes)).toMatchObject({ space: 'srgb', format: 'webp' });
  });
  it('keeps its transparency', async () => {
    const clear = await sharp({
      create: { width: 80, height: 80, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    expect((await metadataOf((await reencode(clear, AVATAR_SHAPE)).bytes)).hasAlpha).toBe(true);
  });
  it('can have exactly 16 million pixels, but not one line more', { timeout: 20_000 }, async () => {
    expect(await refusal(flatPng(4000, 4000))).toBe('taken');
    expect(await refusal(flatPng(4000, 4001))).toBe('image_too_many_pixels');
  });
});

describe('a refused image', () => {
  const svg = (inner: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${inner}</svg>`);
  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['SVG', () => svg('<rect width="9" height="9"/>')],
    ['SVG with a script', () => svg('<script>alert(1)</script>')],
    [
      'SVG that reads a file',
      () =>
        Buffer.from(
          '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><text>&x;</text></svg>',
        ),
    ],
    ['GIF', () => picture(80, 80).gif().toBuffer()],
    ['TIFF', () => picture(80, 80).tiff().toBuffer()],
    ['AVIF', () => picture(80, 80).avif().toBuffer()],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['JavaScript', () => Buffer.from('alert(1)')],
    ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
    ['ZIP', () => Buffer.from('PK\u0003\u0004\u0014\u0000', 'latin1')],
    [
      'HTML that starts like a PNG',
      () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<script>')]),
    ],
    ['nothing', () => Buffer.alloc(0)],
    ['zeros', () => Buffer.alloc(1000)],
  ])('%s: because of its type', async (_name, bytes) => {
    expect(await refusal(await bytes())).toBe('image_type_refused');
  });
  it('an SVG that takes minutes to draw: without drawing it', async () => {
    const groups = Array.from({ length: 8 }, (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><rect id="g0" width="9" height="9"/>${groups.join('')}</svg>`;
    const begun = process.cpuUsage();
    expect(await refusal(Buffer.from(svg))).toBe('image_type_refused');
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
  });
  // Half a WebP doesn’t even contain its size.
  it.each([
    ['jpeg', 'image_unreadable'],
    ['png', 'image_unreadable'],
    ['webp', 'image_type_refused'],
  ] as const)('truncated %s: %s', async (format, code) => {
    const whole = await picture(300, 300).toFormat(format).toBuffer();
    for (const part of [0.5, 0.9]) expect(await refusal(whole.subarray(0, whole.length * part))).toBe(code);
  });
  it.each([
    [63, 64],
    [64, 63],
    [1, 1],
  ])('of %i×%i: as too small', async (width, height) => {
    expect(await refusal(await picture(width, height).png().toBuffer())).toBe('image_too_small');
  });
  it('that would fill the memory is refused before it is decoded, ten at a time', { timeout: 20_000 }, async () => {
    const bomb = flatPng(14_000, 14_000);
    expect(bomb.length).toBeLessThan(1_048_576);
    const before = process.memoryUsage.rss();
    const start = process.cpuUsage();
    expect(await Promise.all(Array.from({ length: 10 }, () => refusal(bomb)))).toEqual(
      Array(10).fill('image_too_many_pixels'),
    );
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });
});
