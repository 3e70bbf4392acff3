import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findLivingParts } from './documents.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-documents-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * Writes modules, of which `page.tsx` is the document. Returns the names of what is found, without the import chain.
 */
function foundIn(modules: Record<string, string>): string[] {
  for (const [name, code] of Object.entries(modules)) writeFileSync(join(folder, name), code);
  return findLivingParts([join(folder, 'page.tsx')]).map((line) => line.split(':')[0]!);
}

it('allows contexts and ids in a document, and types of React parts', () => {
  const page = `import { type ReactNode, use, useId } from 'react';
import type { Living } from './living.tsx';
export const Page = () => <p id={useId()}>on time</p>;`;
  expect(foundIn({ 'page.tsx': page, 'living.tsx': `import { useState } from 'react';` })).toEqual([]);
});

it.each([
  ['state', 'part.tsx', `import { useState } from 'react';`, 'useState'],
  ['an effect in a module of hooks', 'part.ts', `import { useEffect } from 'react';`, 'useEffect'],
  ['a lazy part', 'part.tsx', `import { lazy } from 'react';`, 'lazy'],
  ['a handler', 'part.tsx', `export const Part = () => <button onClick={() => {}} />;`, 'onClick'],
  ['a ref', 'part.tsx', `export const Part = () => <p ref={() => {}} />;`, 'ref'],
])('finds %s, and names the import chain', (_, name, code, part) => {
  const page = `import { Middle } from './middle.tsx';`;
  const middle = `export { Part } from './${name}';`;
  expect(foundIn({ 'page.tsx': page, 'middle.tsx': middle, [name]: code })).toEqual([part]);
  expect(findLivingParts([join(folder, 'page.tsx')])[0]).toMatch(new RegExp(`page.tsx → .*middle.tsx → .*${name}$`));
});
