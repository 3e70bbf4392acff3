import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#core/languages.ts';
import type { DemoStory } from '../../scripts/demo/fill.ts';

const LIBRARY = join(import.meta.dirname, '../../scripts/demo/library');

/** Returns a story of the demo library in this language. */
export function storyIn(language: Language, nth = 0): DemoStory {
  const stories = readdirSync(LIBRARY)
    .filter((name) => name !== 'members.json')
    .sort()
    .map((name) => JSON.parse(readFileSync(join(LIBRARY, name), 'utf8')) as DemoStory)
    .filter((story) => story.language === language);
  const story = stories[nth];
  if (!story) throw new Error(`There is no story number ${nth} in ${language}`);
  return story;
}
