import { chownSync, linkSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { giveFiles, isRoot } from './step-down.ts';

const folder = mkdtempSync(join(tmpdir(), 'skein-give-'));
const USER = { uid: 4321, gid: 4321 };
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.runIf(isRoot())('gives what root made in the data folder, and nothing that the user linked there', () => {
  const path = (name: string) => join(folder, name);
  const ownerOf = (name: string) => lstatSync(path(name)).uid;
  mkdirSync(path('images/of-user'), { recursive: true });
  for (const name of ['of-root', 'images/a', 'images/of-user/b']) writeFileSync(path(name), '');
  chownSync(path('images/of-user'), USER.uid, USER.gid);
  linkSync(path('of-root'), path('images/hard'));
  symlinkSync(path('of-root'), path('images/soft'));
  writeFileSync(path('images/of-other'), '');
  chownSync(path('images/of-other'), 99, 99);
  giveFiles(folder, USER, true);
  for (const name of ['images', 'images/a', 'images/of-user', 'images/of-user/b'])
    expect(ownerOf(name), name).toBe(4321);
  for (const name of ['of-root', 'images/hard', 'images/soft']) expect(ownerOf(name), name).toBe(0);
  expect(ownerOf('images/of-other')).toBe(99);
});
