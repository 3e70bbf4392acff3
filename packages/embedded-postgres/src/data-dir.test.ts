import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseDataDir } from './data-dir.ts';
import { asRoot, canBecomeNobody, nobody } from './embedded.test-kit.ts';

let base = '';
beforeAll(() => {
  base = mkdtempSync('/tmp/skein-choose-');
  chmodSync(base, 0o711);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

let checkouts = 0;
function checkout(mode: number): { checkoutDir: string; wanted: string; systemDir: string } {
  const checkoutDir = join(base, String(++checkouts));
  mkdirSync(checkoutDir);
  chmodSync(checkoutDir, mode);
  return { checkoutDir, wanted: join(checkoutDir, 'data'), systemDir: join(base, 'system') };
}

describe.skipIf(!asRoot)('chooseDataDir as root', () => {
  it('keeps the wanted folder if the unprivileged user can enter it', () => {
    const { wanted, ...options } = checkout(0o755);
    expect(chooseDataDir(wanted, options)).toEqual({ dir: wanted, moved: false });
  });

  it('moves out of a closed checkout, to the same folder each time, and says why', () => {
    const { wanted, ...options } = checkout(0o700);
    const choice = chooseDataDir(wanted, options);
    expect(choice.moved).toBe(true);
    expect(choice.dir).toMatch(/\/system\/[0-9a-f]{12}$/);
    expect(choice.reason).toContain(`may not enter ${options.checkoutDir};`);
    expect(chooseDataDir(wanted, options)).toEqual(choice);
  });

  it('gives another DATA_DIR of the same checkout a separate folder', () => {
    const { wanted, ...options } = checkout(0o700);
    const other = chooseDataDir(join(options.checkoutDir, 'other'), options);
    expect(other.dir).not.toBe(chooseDataDir(wanted, options).dir);
  });

  it('does not abandon a database when permissions change', () => {
    const { wanted, ...options } = checkout(0o755);
    mkdirSync(join(wanted, 'pg18'), { recursive: true });
    chmodSync(options.checkoutDir, 0o700);
    expect(chooseDataDir(wanted, options)).toEqual({ dir: wanted, moved: false });
  });

  it('keeps a moved database after the checkout was opened', () => {
    const { wanted, ...options } = checkout(0o700);
    const { dir } = chooseDataDir(wanted, options);
    mkdirSync(join(dir, 'pg18'), { recursive: true });
    chmodSync(options.checkoutDir, 0o755);
    expect(chooseDataDir(wanted, options)).toMatchObject({ dir, moved: true });
  });

  it('refuses a user that does not exist, and root itself', () => {
    const { wanted, ...options } = checkout(0o755);
    for (const pgUser of ['no-such-user-here', 'root']) {
      expect(() => chooseDataDir(wanted, { ...options, pgUser })).toThrow(
        expect.objectContaining({ code: 'wrong_user', message: expect.stringContaining(pgUser) }),
      );
    }
  });
});

it.skipIf(asRoot && !canBecomeNobody)('keeps the wanted folder for an ordinary user', () => {
  const { wanted, ...options } = checkout(0o700);
  const module = new URL('./data-dir.ts', import.meta.url).href;
  const code = `import { chooseDataDir } from ${JSON.stringify(module)};
    console.log(JSON.stringify(chooseDataDir(${JSON.stringify(wanted)}, ${JSON.stringify(options)})));`;
  const args = ['--input-type=module', '--eval', code];
  const child = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: '/', uid: nobody?.uid, gid: nobody?.gid });
  expect(JSON.parse(child.stdout), child.stderr).toEqual({ dir: wanted, moved: false });
});
