import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { runNode } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'skein-drill-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (name: string, code: string, minutes = 1) =>
  runNode(['-e', code], { env: {}, minutes, log: join(folder, name) });

/** A process that has ended may still be listed until its parent, which it has lost, asks for its exit code. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout.trim());
}

it('returns the exit code of a command, and writes its output to a file', async () => {
  expect(await run('ended', "console.log('said'); console.error('warned'); process.exit(3)")).toEqual({
    code: 3,
    isLate: false,
  });
  await vi.waitFor(() => expect(readFileSync(join(folder, 'ended'), 'utf8')).toMatch(/said|warned/));
});

it('ends a command that hangs, with what it has started', async () => {
  const code = `const { spawn } = require('node:child_process');
    console.log(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']).pid);
    setInterval(() => {}, 1000);`;
  expect(await run('hung', code, 0.01)).toMatchObject({ isLate: true });
  await vi.waitFor(() => expect(Number(readFileSync(join(folder, 'hung'), 'utf8'))).toBeGreaterThan(0));
  await vi.waitFor(() => expect(isAlive(Number(readFileSync(join(folder, 'hung'), 'utf8')))).toBe(false));
});
