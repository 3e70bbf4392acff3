import { expect, it } from 'vitest';
import { lengthOf } from '#core/text.ts';
import { TITLE_MAX } from '#features/stories/model/story-limits.ts';
import { CHAPTER_TITLE_MAX } from '../../model/chapter-limits.ts';
import { documentFromPlain } from '../../model/document.ts';
import { storyTitleOf } from './own-story.ts';

const titleOf = (title: string, text = '') => storyTitleOf({ title, document: documentFromPlain(text) });

it('a story made from a chapter has its title, or its first words', () => {
  expect(titleOf(' The left boot ', 'The ferry left late.')).toBe('The left boot');
  expect(titleOf(' ', 'The ferry left late.\n\nNo one waited.')).toBe('The ferry left late.');
  expect(titleOf('', 'The ferry '.repeat(20))).toMatch(/^(The ferry ){5}The ferry$/);
});

it('its title fits, also if that of the chapter is longer', () => {
  expect(CHAPTER_TITLE_MAX).toBeGreaterThan(TITLE_MAX);
  for (const title of ['x'.repeat(CHAPTER_TITLE_MAX), '🐇'.repeat(CHAPTER_TITLE_MAX)])
    expect(lengthOf(titleOf(title))).toBe(TITLE_MAX);
  expect(lengthOf(titleOf('', '字'.repeat(200)))).toBe(TITLE_MAX);
});
