import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findModeNames } from './mode-names.ts';

const root = mkdtempSync(join(tmpdir(), 'mode-names-'));
const write = (path: string, code: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), code);
};

beforeAll(() => {
  write('src/features/reader/web/a.tsx', 'const mark = <ModeMark mode="competition" />;');
  write(
    'src/features/reader/server/b.ts',
    "const isTurn = mode === `relay`;\nconst q = sql`s.id = 1 and s.mode = 'solo'`;",
  );
  write('src/features/reader/model/c.ts', 'const names: Record<WritingMode, number> = { solo: 1, branch: 2 };');
  write(
    'src/features/reader/model/allowed.ts',
    'const tree = { branch: 1 };\nconst text = t("statistics.ended_branch");',
  );
  write('src/features/relay/model/mode.ts', "const id = 'relay';");
  write('src/features/relay/model/own.ts', "const id = 'relay';");
  write('src/features/reader/model/d.test.ts', "const id = 'relay';");
});
afterAll(() => rmSync(root, { recursive: true }));

it('finds names of modes outside of their folders, lists and tests', () => {
  expect(findModeNames(root).sort()).toEqual([
    'src/features/reader/model/c.ts:1 names a writing mode: Record<WritingMode, …>',
    'src/features/reader/model/c.ts:1 names a writing mode: { solo, branch }',
    "src/features/reader/server/b.ts:1 names a writing mode: 'relay'",
    "src/features/reader/server/b.ts:2 names a writing mode: 'solo'",
    "src/features/reader/web/a.tsx:1 names a writing mode: 'competition'",
  ]);
});
