import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testConfig } from '#testing/test-app.ts';
import { freePort } from '../../../tools/free-port.ts';
import { isInstalled, SYSTEM_PATH as PATH } from '../../../tools/installed.ts';
import { expressionsOf } from '../../../tools/promql.ts';
import { createLog } from '../log/log.ts';
import { createHttpServer } from './server.ts';

/** The files of `deploy/` do what they say, with the programs of the system. Those that aren’t installed are left out. */
const DEPLOY = join(import.meta.dirname, '../../../deploy');
const run = promisify(execFile);

let folder: string;
let port: number;
const streams: PassThrough[] = [];
const ends: (() => unknown)[] = [];
const seen = new Map<string, number>();
/** Whether the site says that it can store something. */
let isReady = true;
let timesRefused = 0;
let timesBusy = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skein-proxy-'));
  const http = await createHttpServer(testConfig({ TRUST_PROXY: '1' }), createLog('silent'), {} as never);
  http.get('/caller', ({ ip, protocol, hostname }) => ({ ip, protocol, hostname }));
  http.get('/api/ready', (_request, reply) => {
    if (!isReady) timesRefused += 1;
    return reply.code(isReady ? 200 : 503).send({});
  });
  http.get('/api/health', () => ({}));
  http.get('/api/live', (_request, reply) => {
    const body = new PassThrough();
    streams.push(body);
    body.write('data: first\n\n');
    return reply.type('text/event-stream').send(body);
  });
  // As a process that dies: the first request gets no response.
  http.all('/dies', ({ method, headers, raw }) => {
    const key = `${method} ${headers['idempotency-key']}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
    if (seen.get(key) === 1) raw.socket.destroy();
    return { count: seen.get(key) };
  });
  // As a process that has too much to do.
  http.get('/busy', (_request, reply) => {
    timesBusy += 1;
    return reply.code(503).header('retry-after', '5').send({});
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  port = (http.server.address() as AddressInfo).port;
  ends.push(() => http.close());
  const made = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    '/CN=skein.example',
  ];
  await run('openssl', ['req', ...made, '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'fullchain.pem')]);
  const [certificate, key] = [await read('fullchain.pem'), await read('key.pem')];
  await writeFile(join(folder, 'skein.pem'), certificate + key);
});
const read = (name: string) => readFile(join(folder, name), 'utf8');
afterEach(() => {
  for (const stream of streams.splice(0)) stream.end();
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await rm(folder, { recursive: true, force: true });
});

/** Writes the file of `deploy/` with the ports and the certificate of this test. Returns its path. */
async function adapted(file: string, pairs: readonly [from: string | RegExp, to: string][]): Promise<string> {
  let text = await readFile(join(DEPLOY, file), 'utf8');
  for (const [from, to] of pairs) {
    const next = text.replaceAll(from, to);
    if (next === text) throw new Error(`${file} has no ${from}`);
    text = next;
  }
  const path = join(folder, file);
  await writeFile(path, text);
  return path;
}

async function ask(at: number, path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const sent = request({
    port: at,
    host: '127.0.0.1',
    path,
    servername: 'skein.example',
    rejectUnauthorized: false,
    method: options.method ?? 'GET',
    headers: { host: 'skein.example', ...options.headers },
  });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}
async function bodyOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) text += chunk;
  return text;
}

/** Starts the proxy. Returns the ports of its HTTPS and HTTP. */
const PROXIES: Record<string, (https: number, http: number) => Promise<[program: string, ...args: string[]]>> = {
  async nginx(https, http) {
    const site = await adapted('nginx.conf', [
      ['127.0.0.1:3000', `127.0.0.1:${port}`],
      ['listen 443', `listen ${https}`],
      ['listen 80', `listen ${http}`],
      ['/etc/ssl/skein', folder],
    ]);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const whole = join(folder, 'whole.conf');
    await writeFile(
      whole,
      `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${paths.join(' ')} include ${site}; }`,
    );
    return ['nginx', '-c', whole, '-e', 'stderr'];
  },
  async haproxy(https, http) {
    const file = await adapted('haproxy.cfg', [
      ['127.0.0.1:3000', `127.0.0.1:${port}`],
      ['bind :443', `bind :${https}`],
      ['bind :80\n', `bind :${http}\n`],
      ['/etc/ssl/skein', folder],
    ]);
    return ['haproxy', '-db', '-f', file];
  },
  async caddy(https, http) {
    const file = await adapted('Caddyfile', [
      ['127.0.0.1:3000', `127.0.0.1:${port}`],
      [
        /^skein\.example \{/gm,
        `{\nadmin off\nhttp_port ${http}\nhttps_port ${https}\n}\nskein.example {\ntls ${folder}/fullchain.pem ${folder}/key.pem`,
      ],
    ]);
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file];
  },
};

describe.each(Object.entries(PROXIES))('%s', (name, prepare) => {
  const usual = it.skipIf(!isInstalled(name));
  let https: number;
  let http: number;
  let end: () => Promise<void>;
  beforeAll(async () => {
    if (!isInstalled(name)) return;
    [https, http] = [await freePort(), await freePort()];
    const [program, ...args] = await prepare(https, http);
    const env = { ...process.env, PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    const gone = once(child, 'exit');
    end = async () => {
      child.kill('SIGTERM');
      await gone;
    };
    await vi.waitFor(
      async () => {
        if (child.exitCode !== null) throw new Error(`${name} exited: ${said}`);
        expect((await ask(https, '/api/ready')).statusCode).toBe(200);
      },
      { timeout: 20_000, interval: 50 },
    );
  });
  afterAll(() => end?.());

  usual('passes on who calls, whatever a client claims', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' };
    const caller = JSON.parse(await bodyOf(await ask(https, '/caller', { headers })));
    expect(caller).toEqual({ ip: '127.0.0.1', protocol: 'https', hostname: 'skein.example' });
  });

  usual('passes on events as they happen', async () => {
    const response = await ask(https, '/api/live');
    expect(String((await once(response, 'data'))[0])).toBe('data: first\n\n');
    streams[0]!.write('data: second\n\n');
    expect(String((await once(response, 'data'))[0])).toBe('data: second\n\n');
    response.destroy();
  });

  usual('sends visitors of HTTP to HTTPS', async () => {
    const response = await fetch(`http://127.0.0.1:${http}/story/1?t=de`, {
      redirect: 'manual',
      headers: { host: 'skein.example' },
    });
    expect([301, 308]).toContain(response.status);
    expect(response.headers.get('location')).toMatch(/^https:\/\/.*\/story\/1\?t=de$/);
  });

  if (name === 'haproxy') {
    usual('repeats what a dying process left unanswered, unless it could happen twice', async () => {
      expect(await bodyOf(await ask(https, '/dies'))).toBe('{"count":2}');
      const keyed = await ask(https, '/dies', { method: 'POST', headers: { 'idempotency-key': 'x' } });
      expect(await bodyOf(keyed)).toBe('{"count":2}');
      const refused = await ask(https, '/dies', { method: 'POST' }).catch(() => null);
      expect(refused?.statusCode ?? 502).toBe(502);
      expect(seen.get('POST undefined')).toBe(1);
    });
    usual('passes on a refusal at once, and asks no process again for it', async () => {
      const refused = await ask(https, '/busy');
      expect([refused.statusCode, refused.headers['retry-after'], timesBusy]).toEqual([503, '5', 1]);
    });
    usual('still asks the processes if none of them is ready', async () => {
      isReady = false;
      // HAProxy believes the second refusal.
      await vi.waitFor(() => expect(timesRefused).toBeGreaterThan(2), { timeout: 20_000, interval: 50 });
      expect((await ask(https, '/caller')).statusCode).toBe(200);
      isReady = true;
    });
  }
});

describe('the other files', () => {
  it.skipIf(!isInstalled('promtool'))('the alert rules are valid', async () => {
    await run('promtool', ['check', 'rules', join(DEPLOY, 'alerts.yaml')], { env: { PATH } });
  });

  it.skipIf(!isInstalled('promtool'))('the expressions of the board are valid', async () => {
    const board = JSON.parse(await readFile(join(DEPLOY, 'grafana/skein.json'), 'utf8'));
    const rules = expressionsOf(board).map((expr, i) => ({ record: `board:${i}`, expr }));
    expect(rules.length).toBeGreaterThan(10);
    // JSON is YAML.
    const path = join(folder, 'board.json');
    await writeFile(path, JSON.stringify({ groups: [{ name: 'board', rules }] }));
    await run('promtool', ['check', 'rules', path], { env: { PATH } });
  });

  it.skipIf(!isInstalled('systemd-analyze'))('systemd accepts the units', async () => {
    for (const name of ['skein.service', 'skein@.service']) {
      const text = await readFile(join(DEPLOY, 'systemd', name), 'utf8');
      const path = join(folder, name);
      await writeFile(path, text.replaceAll('/opt/skein/node_modules/node/bin/node', process.execPath));
      const { stderr } = await run('systemd-analyze', ['verify', path.replace('@.', '@web.')], { env: { PATH } });
      expect(stderr).toBe('');
    }
  });

  it('the board has one panel per place, all from the data source that is chosen', async () => {
    const { panels, templating } = JSON.parse(await readFile(join(DEPLOY, 'grafana/skein.json'), 'utf8'));
    expect(templating.list.map(({ name, type }: Record<string, string>) => [name, type])).toEqual([
      ['source', 'datasource'],
    ]);
    const places = panels.map(({ gridPos: { x, y } }: { gridPos: Record<string, number> }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(panels.length);
    expect(new Set(panels.map(({ id }: { id: number }) => id)).size).toBe(panels.length);
    for (const panel of panels) {
      expect(panel.datasource.type).toBe('prometheus');
      expect(panel.datasource.uid).toMatch(/^\$\{source\}$/);
      expect(panel.title).not.toBe('');
      expect(panel.targets.length).toBeGreaterThan(0);
    }
  });

  it('every way to start runs the command of `npm start`', async () => {
    const { scripts } = JSON.parse(await readFile(join(DEPLOY, '../package.json'), 'utf8'));
    const [setting, , ...args] = String(scripts.start).split(' ');
    for (const name of ['systemd/skein.service', 'systemd/skein@.service']) {
      const unit = await readFile(join(DEPLOY, name), 'utf8');
      expect(unit).toContain(`/bin/node ${args.join(' ')}\n`);
      expect(unit).toContain(setting!);
    }
    const container = await readFile(join(DEPLOY, 'Containerfile'), 'utf8');
    expect(container).toContain(`CMD ${JSON.stringify(['node', ...args]).replaceAll(',', ', ')}\n`);
    expect(container).toContain(setting!);
  });
});
