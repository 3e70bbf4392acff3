import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { escapeMarkup } from '#core/markup.ts';
import { DAY } from '#core/time.ts';
import { readConfig } from '#server/config.ts';
import { reportMailServer } from '#server/mail-report.ts';
import type { Config } from '../config.ts';
import { createLog, type Log } from '../log/log.ts';
import { composeLetter } from './letter.ts';
import { MailError } from './mail-error.ts';
import { createSmtpMailer, type Mail, type Mailer } from './mailer.ts';
import { createOutbox, dropMailsTo, dropOldMails } from './outbox.ts';
import { converse, MAIL_TIMES, type MailTimes, readSmtpUrl } from './smtp.ts';

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
      'Bestätigen & anmelden\nhttps://skein.test/?verify=1.0.a-b_c&x="y"',
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
const mailerTo = (url: string, times?: MailTimes) => createSmtpMailer(config({ SMTP_URL: url }), url, times);

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

/** Accepts connections, and answers each line as the test says. Null for no answer. */
async function startScriptedServer(greeting: string | null, answer: (line: string) => string | null = () => null) {
  const connections: Socket[] = [];
  const heard: string[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        heard.push(line);
        const said = answer(line);
        if (said !== null) socket.write(`${said}\r\n`);
      }
    });
    if (greeting !== null) socket.write(`${greeting}\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closes.push(() => {
    for (const socket of connections) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, connections, heard };
}
/** Answers like a mail server until the content, and then as given. */
const answers = (afterContent: string | null) => (line: string) => {
  if (line.startsWith('EHLO')) return '250 hello';
  if (/^(MAIL|RCPT)/.test(line)) return '250 ok';
  if (line === 'DATA') return '354 go ahead';
  return line === '.' ? afterContent : null;
};
const failureOf = (sending: Promise<void>) =>
  sending.then(
    () => null,
    (error: MailError) => error,
  );

describe('an attempt', () => {
  const SHORT: MailTimes = { envelope: 300, content: 900 };
  it('takes at most 20 s, and 60 s once the content is accepted', () =>
    expect(MAIL_TIMES).toEqual({ envelope: 20_000, content: 60_000 }));
  it('ends if the server accepts the connection and says nothing', async () => {
    const { url, connections } = await startScriptedServer(null);
    const begun = performance.now();
    expect(await failureOf(mailerTo(url, SHORT).send(letter()))).toMatchObject({ code: 'ETIMEDOUT' });
    expect(performance.now() - begun).toBeLessThan(SHORT.content);
    await vi.waitFor(() => expect(connections[0]!.destroyed || connections[0]!.readableEnded).toBe(true));
  });
  it('ends if the server greets and then falls silent', async () => {
    const { url } = await startScriptedServer('220 hello');
    const begun = performance.now();
    expect(await failureOf(mailerTo(url, SHORT).send(letter()))).toMatchObject({ code: 'ETIMEDOUT' });
    expect(performance.now() - begun).toBeLessThan(SHORT.content);
  });
  it('ends if the server keeps talking without ever answering', async () => {
    const { url, connections } = await startScriptedServer('220 hello', () => null);
    const drip = setInterval(() => connections[0]?.write('250-'), 20);
    closes.push(() => clearInterval(drip));
    const begun = performance.now();
    expect(await failureOf(mailerTo(url, SHORT).send(letter()))).toMatchObject({ code: 'ETIMEDOUT' });
    expect(performance.now() - begun).toBeLessThan(SHORT.content);
  });
  it('has longer after the content, and ends then too', async () => {
    const { url, heard } = await startScriptedServer('220 hello', answers(null));
    const begun = performance.now();
    expect(await failureOf(mailerTo(url, SHORT).send(letter()))).toMatchObject({ code: 'ETIMEDOUT' });
    expect(heard).toContain('.');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(SHORT.content);
  });
  it('after one without an answer has the same Message-ID', async () => {
    let said: string | null = null;
    const { url, heard } = await startScriptedServer('220 hello', (line) => answers(said)(line));
    const mailer = mailerTo(url, { envelope: 2000, content: 300 });
    const mail = letter({ messageId: '<same@skein.test>' });
    expect(await failureOf(mailer.send(mail))).toMatchObject({ code: 'ETIMEDOUT' });
    said = '250 accepted';
    await mailer.send(mail);
    expect(heard.filter((line) => /^Message-ID:/i.test(line))).toEqual(Array(2).fill('Message-ID: <same@skein.test>'));
  });
});

describe('an address', () => {
  const refusing = (answer: string, at: 'RCPT' | '.') =>
    startScriptedServer('220 hello', (line) => (line.startsWith(at) ? answer : answers('250 ok')(line)));
  it.each([
    ['550 no such user', 'RCPT', true],
    ['550 5.1.1 no such user', 'RCPT', true],
    ['550 5.1.1 no such user', '.', true],
    ['550 5.2.1 mailbox disabled', 'RCPT', true],
    ['552 5.2.2 mailbox full', 'RCPT', false],
    ['554 5.7.1 relay access denied', 'RCPT', false],
    ['550 5.7.26 not authenticated', 'RCPT', false],
    ['554 looks like spam', '.', false],
    ['550 looks like spam', '.', false],
    ['450 4.2.1 try again later', 'RCPT', false],
  ] as const)('that gets “%s” to %s is refused for good: %s', async (answer, at, isRefused) => {
    const { url } = await refusing(answer, at);
    const failure = await failureOf(mailerTo(url).send(letter()));
    expect(failure).toBeInstanceOf(MailError);
    expect(failure!.isAddressRefused).toBe(isRefused);
  });
});

describe('TLS', () => {
  it('is required, unless the server is on this machine or the operator says otherwise', async () => {
    const optionsOf = async (url: string) => (await readSmtpUrl(url, MAIL_TIMES)).options;
    expect(await optionsOf('smtp://a:b@mail.skein.test:587')).toMatchObject({ requireTLS: true, ignoreTLS: false });
    expect(await optionsOf('smtp://a:b@mail.skein.test?tls=off')).toMatchObject({ requireTLS: false, ignoreTLS: true });
    expect(await optionsOf('smtps://a:b@mail.skein.test')).toMatchObject({ secure: true });
    for (const host of ['127.0.0.1', 'localhost', '[::1]'])
      expect(await optionsOf(`smtp://${host}:25`)).toMatchObject({ requireTLS: false });
  });
  it('that is missing ends the attempt before the credentials and the email are sent', async () => {
    const { url, heard } = await startScriptedServer('220 hello', (line) =>
      line.startsWith('EHLO') ? '250 AUTH PLAIN LOGIN' : '454 no TLS here',
    );
    const server = await readSmtpUrl(url, MAIL_TIMES);
    const failure = await converse(
      { ...server, options: { ...server.options, requireTLS: true } },
      MAIL_TIMES,
      null,
    ).then(
      () => null,
      (error) => new MailError(error),
    );
    expect(failure).toMatchObject({ code: 'ETLS' });
    expect(heard.join(' ')).not.toMatch(/AUTH|MAIL|DATA/);
  });
});

describe('at start', () => {
  const report = async (env: Record<string, string>, mailer: Pick<Mailer, 'check'>) => {
    const lines: { level: number; msg: string }[] = [];
    const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
    await reportMailServer({ config: config(env), log, mailer: mailer as Mailer });
    return lines;
  };
  it('a mail server that answers is tried once, without an email', async () => {
    const { url, heard } = await startScriptedServer('220 hello', answers('250 ok'));
    const lines = await report({ SMTP_URL: url }, mailerTo(url));
    expect(lines).toMatchObject([{ level: 30, server: new URL(url).host }]);
    expect(heard.join(' ')).not.toMatch(/MAIL FROM|DATA/);
  });
  it('one that does not is named in a warning without its credentials, and nothing is thrown', async () => {
    const url = 'smtp://user:hunter2@127.0.0.1:1';
    const lines = await report({ SMTP_URL: url }, mailerTo(url));
    expect(lines).toMatchObject([
      { level: 40, server: '127.0.0.1:1', msg: expect.stringMatching(/Emails can’t be sent/) },
    ]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });
  it('one without TLS gets advice on what to do', async () => {
    const mailer = { check: () => Promise.reject(new MailError({ code: 'ETLS' })) };
    const [line] = await report({ SMTP_URL: 'smtp://mail.skein.test' }, mailer);
    expect(line!.msg).toContain('?tls=off');
  });
  it('a public site without a mail server gets a warning, and one on this machine none', async () => {
    const mailer = { check: () => Promise.reject(new Error('There is no mail server')) };
    expect(await report({ PUBLIC_URL: 'https://skein.test' }, mailer)).toMatchObject([
      { level: 40, msg: expect.stringContaining('SMTP_URL is not set') },
    ]);
    expect(await report({ PUBLIC_URL: 'https://localhost' }, mailer)).toEqual([]);
    expect(await report({}, mailer)).toEqual([]);
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
  it('files are deleted after a week, and before that when their recipient is erased', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'skein-outbox-'));
    closes.push(() => rm(dataDir, { recursive: true, force: true }));
    const settings = { ...config(), dataDir };
    const files = () => readdir(join(dataDir, 'outbox'));
    const clockIn = (milliseconds: number) => ({ now: () => new Date(Date.now() + milliseconds) });
    // There may be no outbox yet.
    await dropOldMails({ config: settings, clock: clockIn(0) });
    const outbox = createOutbox(settings, createLog('silent'));
    for (const to of ['ann@skein.test', 'Ben@skein.test', 'ann@skein.test']) await outbox.send(letter({ to }));
    await writeFile(join(dataDir, 'outbox', 'notes.txt'), 'not an email');
    await dropMailsTo({ config: settings }, 'ann@skein.test');
    expect((await files()).filter((name) => name.endsWith('.eml'))).toHaveLength(1);
    await dropOldMails({ config: settings, clock: clockIn(6 * DAY) });
    expect(await files()).toHaveLength(2);
    await dropOldMails({ config: settings, clock: clockIn(8 * DAY) });
    expect(await files()).toEqual(['notes.txt']);
  });
});
