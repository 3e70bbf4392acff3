import { expect, it } from 'vitest';
import { originalsOf, textOf } from './original.ts';

const paragraph = (...texts: string[]) => ({
  type: 'paragraph',
  content: texts.flatMap((text, i) => [...(i > 0 ? [{ type: 'hardBreak' }] : []), { type: 'text', text }]),
});

it('contains the text of the blocks, with the line breaks of verse', () => {
  expect(textOf([paragraph('One line', 'and another'), paragraph('The end.')])).toBe(
    'One line\nand another\n\nThe end.',
  );
  expect(textOf([{ type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('Salt')] }] }])).toBe('Salt');
});

it('is repeated for each block of the translation in its row', () => {
  const row = (original: string | null, ...translated: string[]) => ({
    original: original === null ? null : { content: [paragraph(original)] },
    translation: translated.length === 0 ? null : { content: translated.map((text) => paragraph(text)) },
  });
  expect(
    originalsOf([row('One', 'Eins', 'und mehr'), row('Left out'), row(null, 'Added'), row('Two', 'Zwei')]),
  ).toEqual(['One', 'One', '', 'Two']);
});
