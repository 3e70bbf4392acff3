import { expect, it } from 'vitest';
import { documentFromPlain, type Paragraph } from './document.ts';
import { openingOf } from './opening.ts';

const opening = (text: string) => openingOf(documentFromPlain(text).content[0] as Paragraph);

it('is the first paragraph, on one line', () => {
  expect(opening('The dog stood up.\n\nThen it sat down.')).toBe('The dog stood up.');
  expect(
    openingOf({
      type: 'paragraph',
      content: [{ type: 'text', text: 'One' }, { type: 'hardBreak' }, { type: 'text', text: 'two' }],
    } as never),
  ).toBe('One two');
});

it('ends with a whole word, and in scripts without spaces with a whole character', () => {
  const words = opening('word '.repeat(100))!;
  expect(words).toMatch(/^(word )+word…$/);
  expect(words.length).toBeLessThanOrEqual(161);
  expect(opening('𠮷'.repeat(200))).toBe(`${'𠮷'.repeat(160)}…`);
});

it('is missing without a paragraph or without words', () => {
  expect(openingOf(null)).toBeNull();
  expect(openingOf({ type: 'paragraph' } as never)).toBeNull();
});
