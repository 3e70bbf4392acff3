import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadSharp } from '#platform/images/reencode.ts';
import { buildMember, type Member } from '#testing/factories.ts';
import { rounds } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';

const app = setUpTestApp({
  RATE_LIMITS: 'on',
  LIMIT_UPLOAD: '20',
  LIMIT_REGISTER: '100',
  LIMIT_LOGIN_ADDRESS: '1000',
  LIMIT_ADDRESS: '1000',
});
const sharp = await loadSharp();
let member: Member;
let picture: Buffer;
beforeAll(async () => {
  member = await buildMember(app);
  picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#2a4190' } })
    .jpeg()
    .toBuffer();
});

const upload = (file: Uint8Array, caller: Member = member, fields: Record<string, string> = {}, name?: string) =>
  app.upload(accountApi.uploadAvatar, fields, file, caller, name);
/** Returns the image, padded to exactly this many bytes. */
const ofLength = (bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length, 'x')]);
/** Sends a raw multipart body that a browser would not send. */
const raw = (body: string | Buffer, headers: Record<string, string> = {}) =>
  app.app.http.inject({
    method: 'POST',
    url: '/api/user/upload_avatar',
    headers: { authorization: member.accessToken, 'content-type': 'multipart/form-data; boundary=b', ...headers },
    payload: body,
  });
const part = (name: string, value: string, file = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\n${value}\r\n`;

describe('profile picture', () => {
  it('is stored as a square WebP on our own origin, and the same image as one file', async () => {
    const { status, body } = await upload(picture);
    expect(status).toBe(200);
    const { avatar } = body.data as { avatar: string };
    expect(avatar).toMatch(/^\/images\/a-[\w-]{32}\.webp$/);
    const image = await app.app.http.inject({ url: avatar });
    expect(image.headers['content-type']).toBe('image/webp');
    expect(await sharp(image.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 200, height: 200 });
    expect((await app.call(accountApi.info, {}, member)).avatar).toBe(avatar);
    expect((await app.send(accountApi.bySlug, { slug: member.slug })).body.data).toMatchObject({ avatar });

    const other = await buildMember(app);
    expect((await upload(picture, other)).body.data).toMatchObject({ avatar });
    const { rows } = await app.database.pool.query('select key, kind, owner_id, bytes from images');
    expect(rows).toEqual([
      { key: avatar.slice(8), kind: 'avatar', owner_id: member.id, bytes: image.rawPayload.length },
    ]);
  });
  it('is accepted with 1,048,575 bytes, and refused with 1,048,576 and the spec’s message', async () => {
    expect((await upload(ofLength(1_048_575))).status).toBe(200);
    for (const bytes of [1_048_576, 1_048_577, 1_300_000])
      expect(await upload(ofLength(bytes)), String(bytes)).toMatchObject({
        status: 413,
        body: { code: 'image_too_large', error: 'Images must be smaller than 1 MB.' },
      });
    const answer = await upload(Buffer.alloc(5_000_000));
    expect(answer.status).toBe(413);
  });
  it.each([
    [
      'SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>alert(1)</script></svg>'),
      'image_type_refused',
    ],
    ['HTML', Buffer.from('<html><script>alert(1)</script></html>'), 'image_type_refused'],
    ['nothing', Buffer.alloc(0), 'image_type_refused'],
  ])('is refused if it is %s, whatever its file name', async (_what, file, code) => {
    const before = await app.call(accountApi.info, {}, member);
    expect(await upload(file, member, {}, 'photo.jpg')).toMatchObject({ status: 400, body: { code } });
    expect(await app.call(accountApi.info, {}, member)).toEqual(before);
  });
  it('is refused if it is truncated or too small', async () => {
    expect((await upload(picture.subarray(0, picture.length / 2))).body.code).toBe('image_unreadable');
    const small = await sharp({ create: { width: 63, height: 63, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect((await upload(small)).body.code).toBe('image_too_small');
  });
  it.each([
    '../../../etc/passwd',
    '..\\..\\boot.ini',
    '/etc/cron.d/x',
    'a\u0000.png',
    '.htaccess',
    'x'.repeat(3000),
    '<script>.png',
    'con.png',
  ])('ignores the file name %j', async (name) => {
    await app.database.pool.query('delete from rate_limits');
    const { status, body } = await upload(picture, member, {}, name);
    expect(status).toBe(200);
    expect((body.data as { avatar: string }).avatar).toMatch(/^\/images\/a-[\w-]{32}\.webp$/);
  });
});

describe('malformed upload', () => {
  it.each<[string, string, string, object?]>([
    ['without a file', `${part('x', 'y')}--b--\r\n`, 'invalid_input', { file: 'This field is required.' }],
    [
      'with a file field of another name',
      `${part('cover', 'abc', 'a.png')}--b--\r\n`,
      'invalid_input',
      { file: 'This field is required.' },
    ],
    [
      'with a text field called file',
      `${part('file', 'abc')}--b--\r\n`,
      'invalid_input',
      { file: 'This field is required.' },
    ],
    [
      'with an unknown field',
      `${part('role', 'administrator')}${part('file', 'abc', 'a.png')}--b--\r\n`,
      'invalid_input',
      { role: 'This field doesn’t exist.' },
    ],
    ['with two files', `${part('file', 'abc', 'a.png')}${part('file', 'def', 'b.png')}--b--\r\n`, 'malformed_body'],
    [
      'with five fields',
      `${'abcde'
        .split('')
        .map((name) => part(name, '1'))
        .join('')}${part('file', 'x', 'a')}--b--\r\n`,
      'malformed_body',
    ],
    ['with a field called __proto__', `${part('__proto__', 'x')}${part('file', 'x', 'a')}--b--\r\n`, 'malformed_body'],
    ['truncated', part('file', 'abc', 'a.png'), 'malformed_body'],
    ['empty', '', 'invalid_input', { file: 'This field is required.' }],
  ])('is refused: %s', async (_what, body, code, fields) => {
    const response = await raw(body);
    expect(response.json()).toMatchObject({ code, ...(fields ? { fields } : {}) });
    expect(response.statusCode).toBe(400);
  });
  it('is refused without being read if the caller is not logged in', async () => {
    const response = await raw(part('file', 'abc', 'a.png'), { authorization: '' });
    expect(response.json().code).toBe('login_required');
  });
  it('is limited to 20 per day', async () => {
    await app.database.pool.query('delete from rate_limits');
    const answers = await Promise.all(Array.from({ length: 25 }, () => upload(picture)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ body }) => body.code === 'too_many_requests')).toHaveLength(5);
  });
  it('that is interrupted leaves no file', { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'skein-uploads-'));
    vi.stubEnv('TMPDIR', folder);
    const { server } = app.app.http;
    await app.app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.address() as AddressInfo;
    const closed: Promise<unknown>[] = [];
    server.on('connection', (socket: Socket) => closed.push(new Promise((resolve) => socket.on('close', resolve))));
    const images = (await Array.fromAsync(app.deps.images.list())).length;
    const count = rounds(35, 'interrupted uploads');
    const form = part('file', 'x'.repeat(200_000), '../../tmp/a.png');
    const head = `POST /api/user/upload_avatar HTTP/1.1\r\nHost: x\r\nAuthorization: ${member.accessToken}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n`;
    for (let i = 0; i < count; i += 1) {
      await app.database.pool.query('delete from rate_limits');
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await new Promise<void>((resolve) => socket.write(head + form.slice(0, 1000 + i * 1500), () => resolve()));
      socket.resetAndDestroy();
    }
    await vi.waitFor(() => expect(closed).toHaveLength(count));
    await Promise.all(closed);
    expect(await readdir(folder)).toEqual([]);
    expect((await Array.fromAsync(app.deps.images.list())).length).toBe(images);
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
});
