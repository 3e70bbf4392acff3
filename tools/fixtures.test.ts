import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyFixture, type Fixture, findForbiddenChanges, listForbidden } from './fixtures.ts';

let [root, copy] = ['', ''];
const write = (folder: string, path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const read = (path: string) => readFileSync(join(copy, path), 'utf8');

beforeEach(() => {
  [root, copy] = [mkdtempSync(join(tmpdir(), 'project-')), mkdtempSync(join(tmpdir(), 'copy-'))];
  for (const folder of [root, copy]) {
    write(folder, 'src/list.ts', 'one,\ntwo,\n');
    write(folder, 'src/other.ts', 'other\n');
    write(folder, 'locales/messages.d.ts', 'old\n');
  }
  for (const folder of [root, copy]) write(folder, 'fixtures/lamp/src/lamp/a.ts', 'lamp\n');
});
afterEach(() => {
  for (const folder of [root, copy]) rmSync(folder, { recursive: true });
});

const lamp = (more: Partial<Fixture> = {}): Fixture => ({
  name: 'lamp',
  insertions: [{ file: 'src/list.ts', after: 'one,\n', add: 'lamp,\n' }],
  allowed: { files: [/^src\/lamp\//], lines: { 'src/list.ts': 1 } },
  ...more,
});
const changesOf = (fixture: Fixture) => findForbiddenChanges(root, copy, [fixture.allowed]);

describe('applying a fixture', () => {
  it('adds its files and lines, and nothing else', () => {
    const fixture = lamp();
    const changed = applyFixture(root, copy, fixture);
    expect(changed).toEqual(['src/lamp/a.ts', 'src/list.ts']);
    expect(read('src/list.ts')).toBe('one,\nlamp,\ntwo,\n');
    expect(read('src/lamp/a.ts')).toBe('lamp\n');
    expect(listForbidden(fixture, changed)).toEqual([]);
    expect(changesOf(fixture)).toEqual([]);
  });

  it.each(['three,\n', 'o'])('refuses to insert after %j, which isn’t there once', (after) => {
    const insertions = [{ file: 'src/list.ts', after, add: 'lamp,\n' }];
    expect(() => applyFixture(root, copy, lamp({ insertions }))).toThrow('instead of once');
  });

  it('refuses to replace a file of the project', () => {
    write(copy, 'src/lamp/a.ts', 'mine');
    expect(() => applyFixture(root, copy, lamp())).toThrow('the project has this file');
  });
});

describe('an allow-list', () => {
  it('names what a fixture changes without being allowed to', () => {
    const fixture = lamp({ allowed: { files: [], lines: {} } });
    const changed = applyFixture(root, copy, fixture);
    expect(listForbidden(fixture, changed)).toEqual(['lamp: src/lamp/a.ts', 'lamp: src/list.ts']);
    expect(changesOf(fixture)).toEqual(['src/lamp/a.ts is new', 'src/list.ts has 1 changed lines instead of 0']);
  });

  it('limits the lines, and counts those that are replaced or removed', () => {
    write(copy, 'src/list.ts', 'uno,\nlamp,\ntwo,\n');
    expect(changesOf(lamp())).toEqual(['src/list.ts has 2 changed lines instead of 1']);
    write(copy, 'src/list.ts', '');
    expect(changesOf(lamp())).toEqual(['src/list.ts has 2 changed lines instead of 1']);
  });

  it('finds what something else has changed, but not what scripts generate', () => {
    rmSync(join(copy, 'src/other.ts'));
    write(copy, 'locales/messages.d.ts', 'new\n');
    write(copy, 'node_modules/a/index.js', '');
    write(copy, 'e2e/new.ts', '');
    expect(changesOf(lamp())).toEqual(['e2e/new.ts is new', 'src/other.ts is missing']);
  });
});
