import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockDataDir } from './start-lock.ts';

let base = '';
beforeAll(() => {
  base = mkdtempSync('/tmp/skein-lock-test-');
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

let dirs = 0;
function freshDir(name = 'data'): string {
  const dir = join(base, String(++dirs), name);
  mkdirSync(dir, { recursive: true });
  return dir;
}

/** Takes the lock in another process, which then kills itself. */
async function leaveDeadOwner(dataDir: string): Promise<void> {
  const module = new URL('./start-lock.ts', import.meta.url).href;
  const program = `const { lockDataDir } = await import(${JSON.stringify(module)});
    await lockDataDir(${JSON.stringify(dataDir)}); process.kill(process.pid, 'SIGKILL');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
}

it('refuses while the owner is alive, and names it', async () => {
  const dir = freshDir();
  const lock = await lockDataDir(dir);
  await expect(lockDataDir(dir)).rejects.toMatchObject({
    code: 'already_running',
    message: `Skein already runs on the data folder ${dir} (process ${process.pid}). Stop it first, or give this one a folder of its own with DATA_DIR.`,
  });
  lock.release();
  (await lockDataDir(dir)).release();
});

it('lets exactly one of many replace a dead owner', async () => {
  const dir = freshDir();
  await leaveDeadOwner(dir);
  const attempts = await Promise.allSettled(Array.from({ length: 30 }, () => lockDataDir(dir)));
  const winners = attempts.filter((attempt) => attempt.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  expect(readdirSync(join(dir, 'lock'))).toEqual(['owner-2.sock']);
  winners[0]?.value.release();
});

it('never has two holders, however many lock and release', async () => {
  const dir = freshDir();
  let holders = 0;
  let turns = 0;
  const comeAndGo = async () => {
    while (turns < 200) {
      const lock = await lockDataDir(dir).catch(() => undefined);
      if (!lock) continue;
      turns++;
      expect(++holders).toBe(1);
      if (turns % 2) await new Promise(setImmediate);
      holders--;
      lock.release();
    }
  };
  await Promise.all(Array.from({ length: 10 }, comeAndGo));
});

it('ignores files that only look like an owner', async () => {
  const dir = freshDir();
  mkdirSync(join(dir, 'lock'));
  writeFileSync(join(dir, 'lock', 'owner-7.sock'), '1');
  const lock = await lockDataDir(dir);
  expect(readdirSync(join(dir, 'lock'))).toEqual(['owner-8.sock']);
  lock.release();
});

it('works if the path is too long for the address of a socket', async () => {
  const dir = freshDir('long'.repeat(50));
  const lock = await lockDataDir(dir);
  await expect(lockDataDir(dir)).rejects.toMatchObject({ code: 'already_running' });
  lock.release();
  expect(readdirSync(join(dir, 'lock'))).toEqual(['owner-1.sock']);
});
