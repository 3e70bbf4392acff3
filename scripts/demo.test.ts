import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LANGUAGES } from '#core/languages.ts';
import type { BranchStory } from './demo/together.ts';

const DEMO = join(import.meta.dirname, 'demo');
const FILES = [...readdirSync(join(DEMO, 'branches')).map((file) => `branches/${file}`), 'together/bus-17.json'];
const branches = FILES.map((file): BranchStory => JSON.parse(readFileSync(join(DEMO, file), 'utf8')));
const members: { username: string }[] = JSON.parse(readFileSync(join(DEMO, 'library/members.json'), 'utf8'));

it('has a branch in each language, in which anyone can write', () => {
  expect(branches.map(({ language }) => language).toSorted()).toEqual(LANGUAGES.toSorted());
});

it.each(branches.map((branch) => [branch.title, branch] as const))(
  'has texts that can be published: %s',
  (_, branch) => {
    const keys = new Set<string>();
    for (const { key, after, author, choice, title, summary, content } of branch.chapters) {
      // Parents come first.
      expect(after === undefined ? keys.size : keys.has(after)).toBe(after === undefined ? 0 : true);
      expect(choice !== undefined).toBe(after !== undefined);
      keys.add(key);
      expect(members.map(({ username }) => username)).toContain(author);
      for (const text of [title, summary, content]) expect(text.trim()).toBe(text);
    }
    expect(branch.chapters.length).toBeGreaterThan(2);
  },
);
