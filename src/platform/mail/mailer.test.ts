import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { escapeMarkup } from '#core/markup.ts';
import { readConfig } from '#server/config.ts';
import type { Config } from '../config.ts';
import { createLog, type Log } from '../log/log.ts';
import { composeLetter } from './letter.ts';
import { createOutbox, createSmtpMailer, type Mail } from './mailer.ts';

const config = (env: Record<string, string> = {}): Config =>
  readConfig({ SITE_NAME: 'Skein – Garn', MAIL_FROM: 'Skein – Garn <post@skein.test>', ...env }, '/');
const letter = (overrides: Partial<Parameters<typeof composeLetter>[0]> = {}): Mail =>
  composeLetter({
    to: 'leserin@example.com',
    language: 'de',
    site: 'Skein – Garn',
    subject: 'Bestätige deine Adresse: „größer als ぜんぶ 😀“ und noch sehr viel länger, damit der Kopf gefaltet wird',
    paragraphs: ['Willkommen, <Ann> & Co.', '雨水账本。\n막차를 놓친 사람들'],
    link: { href: 'https://skein.test/?verify=1.0.a-b_c&x="y"', label: 'Bestätigen & anmelden' },
    closing: 'Niemand liest Antworten.',
    ...overrides,
  });
const closes: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0)) await close();
});

describe('an email', () => {
  it('has the same content as text and as HTML, with everything escaped', () => {
    const { text, html } = letter();
    for (const part of [
      'Willkommen, <Ann> & Co.',
      '雨水账本。',
      'Bestätigen & anmelden:\nhttps://skein.test/?verify=1.0.a-b_c&x="y"',
      'Niemand liest Antworten.',
    ])
      expect(text).toContain(part);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('Willkommen, &lt;Ann&gt; &amp; Co.');
    expect(html).toContain('href="https://skein.test/?verify=1.0.a-b_c&amp;x=&quot;y&quot;"');
    expect(html).not.toMatch(/<Ann>|<script|<img|src=|https?:\/\/(?!skein\.test)/);
  });
  it('contains no link if there is none', () => {
    const { link: _, ...rest } = {
      to: 'a@b.c',
      language: 'en' as const,
      site: 'S',
      subject: 'x',
      paragraphs: ['p'],
      closing: 'c',
      link: null,
    };
    const mail = composeLetter(rest);
    expect(mail).not.toHaveProperty('link');
    expect(mail.html).not.toContain('<a ');
    expect(mail.text).toBe('p\n\nc');
  });
  it('escapes everything that could end an attribute or an element', () =>
    expect(escapeMarkup(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;'));
});

function checkMail(mail: Email) {
  const expected = letter();
  expect(mail.from).toEqual({ address: 'post@skein.test', name: 'Skein – Garn' });
  expect(mail.to).toEqual([{ address: 'leserin@example.com', name: '' }]);
  expect(mail.subject).toBe(expected.subject);
  expect(mail.text?.trim()).toBe(expected.text);
  expect(mail.html?.trim()).toBe(expected.html);
  expect(mail.attachments).toEqual([]);
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  expect(header('content-language')).toBe('de');
  expect(header('auto-submitted')).toBe('auto-generated');
  expect(mail.messageId).toMatch(/^<.+@.+>$/);
  expect(Number.isNaN(Date.parse(mail.date ?? ''))).toBe(false);
}

interface Received {
  raw: string;
  from: string;
  to: string[];
}
async function startMailServer(options: Partial<SMTPServerOptions> = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push({
          raw: Buffer.concat(chunks).toString('utf8'),
          from,
          to: envelope.rcptTo.map(({ address }) => address),
        });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closes.push(() => new Promise((resolve) => server.close(() => resolve(null))));
  const { port } = server.server.address() as AddressInfo;
  return { received, url: `smtp://127.0.0.1:${port}`, port };
}
function mailerTo(url: string) {
  const mailer = createSmtpMailer(config({ SMTP_URL: url }), url);
  closes.push(() => mailer.close());
  return mailer;
}

describe('through a mail server', () => {
  it('an email arrives with its subject and both parts, in any script', async () => {
    const { received, url } = await startMailServer();
    await mailerTo(url).send(letter());
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ from: 'post@skein.test', to: ['leserin@example.com'] });
    // Safe for servers that accept neither 8-bit headers nor long lines.
    const [head] = received[0]!.raw.split('\r\n\r\n', 1);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them
    expect(head).toMatch(/^[\x00-\x7f]*$/);
    for (const line of received[0]!.raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
    checkMail(await PostalMime.parse(received[0]!.raw));
  });
  it('no name or subject can add a header or a recipient', async () => {
    const { received, url } = await startMailServer();
    const subject = 'Hello\r\nBcc: victim@example.com\r\n\r\n<script>';
    await mailerTo(url).send({ ...letter({ subject }), to: 'ann@example.com' });
    const mail = await PostalMime.parse(received[0]!.raw);
    expect(received[0]!.to).toEqual(['ann@example.com']);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.headers.some(({ key }) => key === 'bcc')).toBe(false);
  });
  it('logs in with the credentials of SMTP_URL', async () => {
    let given: unknown;
    const { received, port } = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        given = { username, password };
        done(null, { user: 'x' });
      },
    });
    await mailerTo(`smtp://post%40skein.test:p%2Fss@127.0.0.1:${port}`).send(letter());
    expect(given).toEqual({ username: 'post@skein.test', password: 'p/ss' });
    expect(received).toHaveLength(1);
  });

  it.each<[string, Partial<SMTPServerOptions>]>([
    ['the recipient', { onRcptTo: ({ address }, _session, done) => done(new Error(`No such user ${address}`)) }],
    ['the sender', { onMailFrom: ({ address }, _session, done) => done(new Error(`Not from ${address}`)) }],
    [
      'the login',
      {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: ({ username }, _session, done) => done(new Error(`No ${username} for leserin@example.com`)),
      },
    ],
    [
      'the text',
      {
        onData: (stream, _session, done) =>
          stream.on('end', () => done(new Error('Spam of leserin@example.com'))).resume(),
      },
    ],
  ])('that refuses %s, an email fails with an error that names no one', async (_what, options) => {
    const { port } = await startMailServer(options);
    const failure = await mailerTo(`smtp://user:hunter2@127.0.0.1:${port}`)
      .send(letter())
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    const { message, stack, cause } = failure as Error;
    expect(message).toMatch(/mail server/);
    for (const text of [message, stack, JSON.stringify(cause)]) expect(text ?? '').not.toMatch(/leserin|hunter2/);
  });
  it('that cannot be reached, an email fails right away', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    await expect(mailerTo(`smtp://127.0.0.1:${port}`).send(letter())).rejects.toThrow(/ECONNREFUSED|ESOCKET/);
  });
});

describe('without a mail server', () => {
  it('each email is a file that only its owner can read, and its link is logged', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'skein-outbox-'));
    closes.push(() => rm(dataDir, { recursive: true, force: true }));
    const lines: unknown[] = [];
    const log: Log = { ...createLog('silent'), info: (...line: unknown[]) => lines.push(line) } as unknown as Log;
    const outbox = createOutbox({ ...config(), dataDir }, log);
    await Promise.all(Array.from({ length: 20 }, () => outbox.send(letter())));
    outbox.close();
    const folder = join(dataDir, 'outbox');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const files = await readdir(folder);
    expect(files).toHaveLength(20);
    for (const file of files) {
      expect(file).toMatch(/^[\w-]+\.eml$/);
      expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    }
    checkMail(await PostalMime.parse(await readFile(join(folder, files[0]!))));
    expect(lines).toHaveLength(20);
    expect(JSON.stringify(lines[0])).toContain('verify=1.0.a-b_c');
    expect(JSON.stringify(lines)).not.toContain('leserin@');
  });
});
