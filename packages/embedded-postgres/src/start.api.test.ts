import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findNativePackage } from './binaries.ts';
import {
  asRoot,
  canBecomeNobody,
  databaseUser,
  freshDir,
  freshHome,
  nobody,
  onLinux,
  processStat,
  query,
  type StartedEvent,
  start,
  startInChild,
  systemDir,
} from './embedded.test-kit.ts';

describe('a first start', () => {
  it('creates a UTF-8 database that finds trigrams in Chinese, regardless of LANG', async () => {
    const env = { PATH: process.env.PATH, LANG: 'C', PGPORT: '1', PGDATA: '/nowhere' };
    const child = startInChild({ dataDir: freshDir(), settings: { max_connections: '17' } }, { env });
    const running = await child.next<StartedEvent>('started');
    const [locale] = await query(
      running,
      `SELECT pg_encoding_to_char(encoding) AS encoding, datcollate, datctype, current_setting('timezone') AS timezone,
        current_setting('listen_addresses') AS tcp, current_setting('max_connections') AS connections,
        current_setting('fsync') AS fsync, current_setting('data_checksums') AS checksums
        FROM pg_database WHERE datname = current_database()`,
    );
    expect(locale).toEqual({
      encoding: 'UTF8',
      datcollate: 'C',
      datctype: onLinux ? 'C.UTF-8' : 'en_US.UTF-8',
      timezone: 'UTC',
      tcp: '',
      connections: '17',
      fsync: 'on',
      checksums: 'on',
    });
    for (const name of ['pg_trgm', 'unaccent', 'citext', 'btree_gin']) await query(running, `CREATE EXTENSION ${name}`);
    const [found] = await query(running, "SELECT similarity('北京大学', '北京大学生') AS alike, lower('É') AS lower");
    expect(found?.alike).toBeGreaterThan(0.5);
    expect(found?.lower).toBe('é');
    await child.stop();
  });

  it('keeps members’ texts out of the log', async () => {
    const dataDir = freshDir();
    const running = await start({ dataDir });
    await query(running, 'CREATE TABLE account (mail text UNIQUE)');
    await query(running, "INSERT INTO account VALUES ('ann@example.org')");
    await expect(query(running, "INSERT INTO account VALUES ('ann@example.org')")).rejects.toThrow('duplicate key');
    await running.stop();
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).not.toContain('ann@example.org');
  });

  it.skipIf(!asRoot)(
    'as root: runs as its own user from copied binaries, and gives away its own folders only',
    async () => {
      const dataDir = freshDir();
      const running = await start({ dataDir });
      const { uid } = databaseUser!;
      expect(uid).not.toBe(nobody!.uid);
      expect(statSync(`/proc/${running.pid}`).uid).toBe(uid);
      expect(statSync(dataDir).uid).toBe(0);
      expect(statSync(dataDir).mode & 0o777).toBe(0o711);
      expect(statSync(join(dataDir, 'pg18')).uid).toBe(uid);
      expect(statSync(running.socketDir).uid).toBe(uid);
      expect(statSync(running.socketDir).mode & 0o777).toBe(0o700);
      const [copy = ''] = readdirSync(systemDir()).filter((name) => name.startsWith('pgbin-'));
      expect(statSync(join(systemDir(), copy)).uid).toBe(0);
      expect(readFileSync(`/proc/${running.pid}/cmdline`, 'utf8')).toContain(
        join(systemDir(), copy, 'bin', 'postgres'),
      );
      expect(readdirSync(join(systemDir(), copy, 'lib')).filter((name) => name.endsWith('.a'))).toEqual([]);
    },
  );

  it.skipIf(!canBecomeNobody)('as an ordinary user with a closed home: runs from node_modules', async () => {
    const home = freshHome(nobody);
    const child = startInChild({ dataDir: join(home, 'app', 'data') }, nobody);
    const { pid } = await child.next<StartedEvent>('started');
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain(join(findNativePackage().dir, 'bin', 'postgres'));
    expect(readdirSync(join(home, 'app', 'data')).filter((name) => name.startsWith('pgbin'))).toEqual([]);
    await child.stop();
  });

  it.skipIf(!canBecomeNobody)('as an ordinary user: fixes missing links and exec bits in a copy', async () => {
    const home = freshHome(nobody);
    const nativeDir = join(freshHome(), 'native');
    cpSync(findNativePackage().dir, nativeDir, { recursive: true, verbatimSymlinks: true });
    for (const program of readdirSync(join(nativeDir, 'bin'))) chmodSync(join(nativeDir, 'bin', program), 0o644);
    for (const entry of readdirSync(join(nativeDir, 'lib'), { withFileTypes: true })) {
      if (entry.isSymbolicLink()) rmSync(join(nativeDir, 'lib', entry.name));
    }
    const dataDir = join(home, 'data');
    const child = startInChild({ dataDir, native: { ...findNativePackage(), dir: nativeDir } }, nobody);
    const running = await child.next<StartedEvent>('started');
    expect(await query(running, "SELECT 'é' = 'E' COLLATE \"und-x-icu\" AS icu_works")).toEqual([{ icu_works: false }]);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('pgbin'))).toHaveLength(1);
    await child.stop();
  });

  it.skipIf(!canBecomeNobody || !onLinux)('explains a user without an entry in /etc/passwd', async () => {
    const stranger = { uid: 54321, gid: 54321 };
    const home = freshHome(stranger);
    const child = startInChild({ dataDir: join(home, 'data') }, stranger);
    expect(await child.next('failed')).toMatchObject({
      code: 'init_failed',
      message: expect.stringContaining('needs an entry in /etc/passwd'),
    });
    expect(readdirSync(join(home, 'data')).filter((name) => name.startsWith('pg'))).toEqual([]);
  });

  it('accepts a folder with a long path: only the socket is created elsewhere, not the lock', async () => {
    const dataDir = freshDir('long'.repeat(30));
    const running = await start({ dataDir });
    expect(running.socketDir.length).toBeLessThan(85);
    expect(statSync(running.socketDir).mode & 0o777).toBe(0o700);
    expect(await query(running, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await expect(start({ dataDir })).rejects.toMatchObject({ code: 'already_running' });
    await running.stop();
    expect(() => statSync(running.socketDir)).toThrow('ENOENT');
  });

  it('accepts a folder with unusual characters in its name', async () => {
    const running = await start({ dataDir: freshDir(`o'ne, "two" $three %s 北京`) });
    expect(await query(running, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('a start is refused', () => {
  it('for a second process on the same folder, and twice in this process', async () => {
    const dataDir = freshDir();
    const running = await start({ dataDir });
    await expect(start({ dataDir })).rejects.toMatchObject({ code: 'already_running' });
    const second = startInChild({ dataDir });
    expect(await second.next('failed')).toMatchObject({
      code: 'already_running',
      message: expect.stringContaining(`(process ${process.pid})`),
    });
    expect(await query(running, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await running.stop();
    await start({ dataDir });
  });

  it('for all but one of several at the same time', async () => {
    const dataDir = freshDir();
    const attempts = await Promise.allSettled([1, 2, 3, 4].map(() => start({ dataDir })));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'already_running' });
    }
  });

  it.skipIf(!asRoot)('as root: names the folder that nobody may not enter', async () => {
    const closed = freshHome();
    chmodSync(closed, 0o700);
    await expect(start({ dataDir: join(closed, 'deep', 'data') })).rejects.toMatchObject({
      code: 'data_dir_not_reachable',
      message: expect.stringContaining(`may not enter ${closed}.`),
    });
    expect(readdirSync(closed)).toEqual([]);
  });

  it.skipIf(!canBecomeNobody)('as an ordinary user: for a folder that is not writable', async () => {
    const child = startInChild({ dataDir: freshDir() }, nobody);
    expect(await child.next('failed')).toMatchObject({ code: 'data_dir_not_reachable' });
  });

  it.skipIf(!canBecomeNobody)(
    'as an ordinary user: for another user’s database, or another EMBEDDED_PG_USER',
    async () => {
      const home = freshHome(nobody);
      mkdirSync(join(home, 'data', 'pg18'), { recursive: true });
      chownSync(join(home, 'data'), nobody!.uid, nobody!.gid);
      expect(await startInChild({ dataDir: join(home, 'data') }, nobody).next('failed')).toMatchObject({
        code: 'wrong_user',
        message: expect.stringContaining('belongs to root'),
      });
      const other = startInChild({ dataDir: join(home, 'other'), pgUser: 'daemon' }, nobody);
      expect(await other.next('failed')).toMatchObject({ code: 'wrong_user' });
    },
  );

  it('for a database of another PostgreSQL version', async () => {
    const dataDir = freshDir();
    mkdirSync(join(dataDir, 'pg17'), { recursive: true });
    await expect(start({ dataDir })).rejects.toMatchObject({
      code: 'wrong_version',
      message: expect.stringContaining('`npm run upgrade`'),
    });
    // A later one.
    renameSync(join(dataDir, 'pg17'), join(dataDir, 'pg99'));
    await expect(start({ dataDir })).rejects.toMatchObject({
      code: 'wrong_version',
      message: expect.stringContaining('Start the version of Skein that created it'),
    });
  });

  it('while an upgrade is half-way, and an empty database would look like lost data', async () => {
    const dataDir = freshDir();
    mkdirSync(join(dataDir, 'before-upgrade', 'pg18'), { recursive: true });
    await expect(start({ dataDir })).rejects.toMatchObject({
      code: 'wrong_version',
      message: expect.stringContaining('was interrupted. Run `npm run upgrade`'),
    });
    expect(readdirSync(dataDir)).not.toContain('pg18');
  });

  it('for a setting that PostgreSQL does not know, and the folder is released', async () => {
    const dataDir = freshDir();
    await expect(start({ dataDir, settings: { no_such_setting: '1' } })).rejects.toMatchObject({
      code: 'start_failed',
      message: expect.stringContaining('unrecognized configuration parameter "no_such_setting"'),
    });
    await start({ dataDir });
  });

  it('for a system without binaries', () => {
    expect(() => findNativePackage('win32', 'x64')).toThrow(expect.objectContaining({ code: 'unsupported_platform' }));
    expect(() => findNativePackage('linux', 'mips')).toThrow(expect.objectContaining({ code: 'binaries_missing' }));
  });
});

describe('a later start', () => {
  it.skipIf(!asRoot)('as root: runs as the owner of the database, and accepts a restored one from root', async () => {
    const dataDir = freshDir();
    const first = await start({ dataDir, pgUser: 'daemon' });
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const daemon = statSync(join(dataDir, 'pg18')).uid;
    expect(daemon).not.toBe(nobody!.uid);

    const second = await start({ dataDir });
    expect(statSync(`/proc/${second.pid}`).uid).toBe(daemon);
    await second.stop();
    await expect(start({ dataDir, pgUser: 'nobody' })).rejects.toMatchObject({ code: 'wrong_user' });

    // Copied by root, as in a restore: owner and mode are lost.
    cpSync(join(dataDir, 'pg18'), join(dataDir, 'copy'), { recursive: true });
    rmSync(join(dataDir, 'pg18'), { recursive: true });
    renameSync(join(dataDir, 'copy'), join(dataDir, 'pg18'));
    chmodSync(join(dataDir, 'pg18'), 0o755);
    const third = await start({ dataDir });
    expect(statSync(`/proc/${third.pid}`).uid).toBe(databaseUser!.uid);
    expect(await query(third, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it.skipIf(!asRoot)('as root: takes the database of an earlier version from nobody', async () => {
    const dataDir = freshDir();
    const first = await start({ dataDir, pgUser: 'nobody' });
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await start({ dataDir });
    expect(statSync(`/proc/${second.pid}`).uid).toBe(databaseUser!.uid);
    expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it.skipIf(!canBecomeNobody)('by the owner works after one as root', async () => {
    const dataDir = join(freshHome(nobody), 'data');
    const first = startInChild({ dataDir }, nobody);
    await first.next('started');
    await first.stop();
    await (await start({ dataDir })).stop();
    const third = startInChild({ dataDir }, nobody);
    await third.next('started');
    await third.stop();
  });

  it.skipIf(!onLinux)('is not affected by Ctrl-C, and ends with a process that did not stop it', async () => {
    const child = startInChild({ dataDir: freshDir() });
    const { pid } = await child.next<StartedEvent>('started');
    const [, , group, session] = processStat(pid);
    expect([group, session]).toEqual([String(pid), String(pid)]);
    child.process.stdin?.end(); // nothing else keeps it alive
    await child.next('ended');
    await expect.poll(() => processStat(pid)[0] ?? 'gone', { interval: 10, timeout: 5000 }).toMatch(/gone|Z|^$/);
  });
});
