import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountApi } from '#features/accounts/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { MODES } from '#features/modes.ts';
import { buildMember, buildPublishedStory, buildStory, decide, type Member, outcome } from '#testing/factories.ts';
import { padPng, picture, pixelBomb } from '#testing/pictures.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { type StoryDraft, storyApi } from '../contract.ts';
import { drawCoverThreads, loadArt } from '../model/cover/draw-cover.ts';

const app = setUpTestApp();
let creator: Member;
let moderator: Member;
let png: Buffer;
let jpeg: Buffer;
let webp: Buffer;

beforeAll(async () => {
  app.app.cache.setListening(false);
  creator = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
  png = await picture(300, 450).png().toBuffer();
  jpeg = await picture(300, 450).jpeg().toBuffer();
  webp = await picture(300, 450).webp().toBuffer();
});

async function fetchImage(url: string) {
  const response = await app.app.http.inject({ method: 'GET', url });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}
const svgOf = async (url: string) => (await fetchImage(url)).bytes.toString();
const upload = (storyId: string, file: Uint8Array, name?: string, caller = creator) =>
  app.upload(storyApi.uploadCover, { storyId }, file, caller, name);
async function uploaded(file: Uint8Array, name?: string) {
  const { id } = await buildStory(app, creator);
  const answer = await upload(id, file, name);
  if (answer.status !== 200)
    return { outcome: outcome(answer), draft: await app.call(storyApi.draft, { storyId: id }, creator) };
  return { outcome: '200', draft: answer.body.data as StoryDraft };
}

describe('the drawn cover', () => {
  it('exists from the start, with title and author, and is redrawn for a new title', async () => {
    const draft = await buildStory(app, creator, { title: 'First Title' });
    expect(draft.coverUploaded).toBe(false);
    const { status, headers, bytes } = await fetchImage(draft.coverUrl);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    expect(bytes.toString()).toContain('<title>First Title</title>');
    expect(bytes.toString()).toContain(creator.username);
    const next = await app.call(storyApi.update, { storyId: draft.id, title: 'Second Title' }, creator);
    expect(next.coverUrl).not.toBe(draft.coverUrl);
    expect(await svgOf(next.coverUrl)).toContain('<title>Second Title</title>');
  });

  it('stays the same when other fields change, and follows the language', async () => {
    const draft = await buildStory(app, creator);
    const other = { storyId: draft.id, description: 'x', categories: ['drama' as const], progress: 'paused' as const };
    const saved = await app.call(storyApi.update, other, creator);
    expect(saved.coverUrl).toBe(draft.coverUrl);
    const french = await app.call(storyApi.update, { storyId: draft.id, language: 'fr' }, creator);
    expect(await svgOf(french.coverUrl)).toContain('lang="fr"');
  });

  it('is a safe picture even for a hostile title', async () => {
    const title = '"><script>alert(1)</script><!--]]>\u202e&amp;';
    const { coverUrl } = await buildStory(app, creator, { title });
    const svg = await svgOf(coverUrl);
    expect(svg).not.toMatch(/<script|<!--|<foreignObject|\son\w+=/i);
    expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ format: 'svg' });
  });

  it('appears on social cards as its threads alone: a PNG of 1200 × 630 without text', async () => {
    const { story } = await buildPublishedStory(app, creator, { title: 'Words For Nobody' });
    await app.work({ withPictures: true });
    const { bytes, headers } = await fetchImage(story.socialImageUrl);
    expect(headers['content-type']).toBe('image/png');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    const threads = drawCoverThreads(
      { title: 'Words For Nobody', mode: 'solo', author: creator.username, lang: 'en' },
      await loadArt(MODES.solo),
    );
    expect(threads).not.toMatch(/<text|Words|writer_/);
    const drawn = await sharp(Buffer.from(threads)).png({ compressionLevel: 9, palette: true }).toBuffer();
    expect(bytes.equals(drawn)).toBe(true);
  });

  it('is redrawn with the new name of its author, in the draft and for readers', async () => {
    const renamed = await buildMember(app);
    const { story } = await buildPublishedStory(app, renamed);
    const draft = await buildStory(app, renamed, { title: 'Draft' });
    const own = await buildStory(app, renamed, { title: 'Own picture' });
    await upload(own.id, png, 'x.png', renamed);
    const before = await app.call(storyApi.draft, { storyId: own.id }, renamed);
    await app.call(accountApi.updateInfo, { username: 'Ada_Renamed' }, renamed);
    await app.work();
    const after = await app.call(storyApi.detail, { storyId: story.id });
    expect(after.coverUrl).not.toBe(story.coverUrl);
    expect(await svgOf(after.coverUrl)).toContain('Ada_Renamed');
    expect((await fetchImage(after.socialImageUrl)).status).toBe(200);
    expect(await svgOf((await app.call(storyApi.draft, { storyId: draft.id }, renamed)).coverUrl)).toContain(
      'Ada_Renamed',
    );
    expect(await svgOf((await app.call(storyApi.draft, { storyId: story.id }, renamed)).coverUrl)).toContain(
      'Ada_Renamed',
    );
    expect((await app.call(storyApi.draft, { storyId: own.id }, renamed)).coverUrl).toBe(before.coverUrl);
  });
});

describe('an uploaded cover', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is accepted as %s and converted to a 2:3 WebP', async (format) => {
    const { draft } = await uploaded({ png, jpeg, webp }[format]);
    expect(draft).toMatchObject({ coverUploaded: true, version: 2 });
    expect(draft.coverUrl).toMatch(/^\/images\/c-[\w-]{32}\.webp$/);
    const { bytes, headers } = await fetchImage(draft.coverUrl);
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 300, height: 450 });
  });

  it.each([
    [2000, 3000, 800, 1200],
    [3000, 2000, 800, 1200],
    [800, 800, 533, 800],
    [100, 1000, 100, 150],
    [64, 64, 43, 64],
  ])('is converted from %i × %i to %i × %i', async (width, height, expectedWidth, expectedHeight) => {
    const flat = sharp({ create: { width, height, channels: 3, background: 'teal' } });
    const { draft } = await uploaded(await flat.png().toBuffer());
    const { bytes } = await fetchImage(draft.coverUrl);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: expectedWidth, height: expectedHeight });
  });

  it('loses its metadata and keeps its orientation', async () => {
    const turned = await picture(450, 300)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer();
    expect((await sharp(turned).metadata()).exif?.toString('latin1')).toContain('Somebody');
    const { draft } = await uploaded(turned);
    const { bytes } = await fetchImage(draft.coverUrl);
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ width: 300, height: 450 });
    for (const kind of ['exif', 'icc', 'iptc', 'xmp'] as const) expect(metadata[kind], kind).toBeUndefined();
    expect(bytes.toString('latin1')).not.toContain('Somebody');
  });

  it('is its own social image', async () => {
    const { id: storyId } = await buildStory(app, creator);
    await upload(storyId, png);
    await app.call(storyApi.submit, { storyId }, creator);
    await app.work();
    const story = await app.call(storyApi.detail, { storyId });
    expect(story.coverUrl).toMatch(/\.webp$/);
    expect(story.socialImageUrl).toBe(story.coverUrl);
  });

  it('can be removed again', async () => {
    const draft = await buildStory(app, creator);
    await upload(draft.id, png);
    const back = await app.call(storyApi.removeCover, { storyId: draft.id }, creator);
    expect(back).toMatchObject({ coverUploaded: false, coverUrl: draft.coverUrl, version: 3 });
  });

  it('of a published story is invisible to readers until it is approved', async () => {
    const { story } = await buildPublishedStory(app, creator);
    const storyId = story.id;
    const answer = await upload(storyId, png);
    expect(answer.body.data).toMatchObject({ editStatus: 'draft', coverUploaded: true });
    expect(await app.call(storyApi.detail, { storyId })).toEqual(story);
    await app.call(storyApi.update, { storyId, description: 'At www.lemon-shop.com' }, creator);
    await app.call(storyApi.submit, { storyId }, creator);
    await app.work();
    expect(await app.call(storyApi.detail, { storyId })).toEqual(story);
    const { items } = await app.call(moderationApi.queue, { limit: 50 }, moderator);
    const { coverUrl } = await app.call(
      moderationApi.review,
      { reviewId: items.find((item) => item.subjectId === storyId)!.id },
      moderator,
    );
    expect(coverUrl).toMatch(/\.webp$/);
    await decide(app, moderator, storyId, 'approve');
    expect(await app.call(storyApi.detail, { storyId })).toMatchObject({ coverUrl });
    await app.call(storyApi.removeCover, { storyId }, creator);
    await app.call(storyApi.discardEdit, { storyId }, creator);
    expect(await app.call(storyApi.draft, { storyId }, creator)).toMatchObject({ coverUrl, coverUploaded: true });
  });
});

describe('file size', () => {
  it('accepts 1,048,575 bytes, and refuses 1,048,576', async () => {
    expect((await uploaded(padPng(png, 1_048_575))).outcome).toBe('200');
    for (const bytes of [1_048_576, 1_048_577, 1_200_000]) {
      const { outcome: refused, draft } = await uploaded(padPng(png, bytes));
      expect(refused).toBe('413 image_too_large');
      expect(draft).toMatchObject({ coverUploaded: false, version: 1 });
    }
  });

  it('refuses much larger files with an API error too', async () => {
    expect((await uploaded(Buffer.alloc(3_000_000))).outcome).toMatch(/^413 /);
  });
});

describe('invalid and dangerous files', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="450"><script>alert(1)</script></svg>',
  );
  const files: [name: string, file: () => Buffer | Promise<Buffer>, expected: string][] = [
    ['an SVG', () => svg, '400 image_type_refused'],
    [
      'an SVG with an XML head',
      () => Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svg]),
      '400 image_type_refused',
    ],
    ['HTML by the name of a picture', () => html, '400 image_type_refused'],
    ['a GIF', () => picture(100, 150).gif().toBuffer(), '400 image_type_refused'],
    ['a TIFF', () => picture(100, 150).tiff().toBuffer(), '400 image_type_refused'],
    ['an AVIF', () => picture(100, 150).avif().toBuffer(), '400 image_type_refused'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF'), '400 image_type_refused'],
    ['a ZIP', () => Buffer.from('PK\x03\x04 something'), '400 image_type_refused'],
    ['JavaScript', () => Buffer.from('alert(1)'), '400 image_type_refused'],
    ['nothing', () => Buffer.alloc(0), '400 image_type_refused'],
    ['zeros', () => Buffer.alloc(5000), '400 image_type_refused'],
    ['the head of a PNG alone', () => png.subarray(0, 8), '400 image_type_refused'],
    ['half a PNG', () => png.subarray(0, Math.floor(png.length / 2)), '400 image_unreadable'],
    ['half a JPEG', () => jpeg.subarray(0, Math.floor(jpeg.length / 2)), '400 image_unreadable'],
    ['half a WebP', () => webp.subarray(0, Math.floor(webp.length / 2)), '400 image_type_refused'],
    [
      'a picture of 63 pixels',
      () =>
        sharp({ create: { width: 63, height: 200, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      '400 image_too_small',
    ],
    ['one of 14,000 × 14,000', () => pixelBomb(14_000, 14_000), '400 image_too_many_pixels'],
    ['one of 4,001 × 4,000', () => pixelBomb(4001, 4000), '400 image_too_many_pixels'],
    ['one of a million by one', () => pixelBomb(1_000_000, 1), '400 image_too_small'],
  ];
  it.each(files)('refuses %s', async (_, file, expected) => {
    const { outcome: refused, draft } = await uploaded(await file(), 'cover.png');
    expect(refused).toBe(expected);
    expect(draft).toMatchObject({ coverUploaded: false, version: 1 });
  });

  it('accepts an image of exactly 16 megapixels', async () => {
    expect((await uploaded(pixelBomb(4000, 4000))).outcome).toBe('200');
  });

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a PNG with a page behind it', () => Buffer.concat([png, html])],
    ['a JPEG with an archive behind it', () => Buffer.concat([jpeg, Buffer.from('PK\x03\x04archive')])],
    ['a WebP with a script behind it', () => Buffer.concat([webp, Buffer.from('<script>alert(1)</script>')])],
    ['a PNG with HTML in it', () => padPng(png, png.length + 500)],
    [
      'an animated WebP',
      () =>
        sharp([png, png], { join: { animated: true } })
          .webp({ loop: 0, delay: [100, 100] })
          .toBuffer(),
    ],
    ['a CMYK JPEG', () => picture(300, 450).toColourspace('cmyk').jpeg().toBuffer()],
    ['a grey PNG of 16 bits', () => picture(300, 450).toColourspace('grey16').png().toBuffer()],
    ['a PNG with an alpha channel', () => picture(300, 450).ensureAlpha(0.5).png().toBuffer()],
  ])('converts %s to a clean image', async (_, file) => {
    const { outcome: taken, draft } = await uploaded(await file(), '../../../etc/passwd\u0000.html');
    expect(taken).toBe('200');
    const { bytes } = await fetchImage(draft.coverUrl);
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 300, height: 450 });
    expect(metadata.pages ?? 1).toBe(1);
    // RIFF stores the total length: nothing follows the image.
    expect(bytes.readUInt32LE(4) + 8).toBe(bytes.length);
    expect(bytes.toString('latin1')).not.toMatch(/<script|archive|<!doctype/);
  });

  it('ten oversized images at once use little memory', async () => {
    const bomb = pixelBomb(14_000, 14_000);
    const before = process.memoryUsage().rss;
    const answers = await Promise.all(Array.from({ length: 10 }, () => uploaded(bomb)));
    for (const answer of answers) expect(answer.outcome).toBe('400 image_too_many_pixels');
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});

describe('upload permissions', () => {
  it('allows only the creator', async () => {
    const { id } = await buildStory(app, creator);
    expect(outcome(await upload(id, png, 'x.png', moderator))).toBe('404 story_not_found');
    const { story } = await buildPublishedStory(app, creator);
    expect(outcome(await upload(story.id, png, 'x.png', moderator))).toBe('403 forbidden');
    expect(outcome(await upload(id, png, 'x.png', {} as Member))).toBe('401 login_required');
  });

  it('needs an existing story, and a form with a file', async () => {
    expect(outcome(await upload('987654321', png))).toBe('404 story_not_found');
    for (const storyId of ['', 'x', '../1', '1 or 1=1'])
      expect(outcome(await upload(storyId, png)), storyId).toBe('400 invalid_input');
    const { id } = await buildStory(app, creator);
    expect(outcome(await app.upload(storyApi.uploadCover, { storyId: id, coverKey: 'x' }, png, creator))).toBe(
      '400 invalid_input',
    );
    expect(outcome(await app.send(storyApi.uploadCover, { storyId: id }, creator))).toBe('415 unsupported_body');
  });
});

it('no path leads out of the image store', async () => {
  for (const path of [
    '..%2f..%2fsecret-key',
    '%2e%2e/secret-key',
    'c-x.webp',
    `c-${'x'.repeat(32)}.webp`,
    '%00',
    '.%2e%2f',
    'c-..%2f..%2f..%2f..%2f..%2f..%2fetc.webp',
  ])
    expect((await fetchImage(`/images/${path}`)).status, path).toBeOneOf([404, 400]);
});
