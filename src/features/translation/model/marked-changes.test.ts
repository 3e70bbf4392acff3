import { expect, it } from 'vitest';
import { markedChanges } from './marked-changes.ts';
import { parseMarked } from './marked-text.ts';

const wordsOf = (text: string) =>
  parseMarked(text)
    .map((piece) => (piece.type === 'text' ? piece.text : '\n'))
    .join('');

const said = (changes: ReturnType<typeof markedChanges>, side: 'a' | 'b') =>
  changes
    .filter((change) => change.side === 'both' || change.side === side)
    .flatMap(({ pieces }) => pieces.map((piece) => (piece.type === 'text' ? piece.text : '\n')))
    .join('');

it.each([
  ['The bell rings.', 'The bell rings twice.'],
  ['', 'All of it is new.'],
  ['All of it is gone.', ''],
  ['One line\nand another', 'One line\nand one more'],
  ['Wer **aussteigt**, bleibt', 'Wer _jetzt aussteigt_, bleibt trocken'],
  ['四階だけ雨が降る', '四階にだけ、雨が降っている'],
])('each side says what its text says: %j and %j', (before, now) => {
  const changes = markedChanges(before, now, 'en');
  expect(said(changes, 'a')).toBe(wordsOf(before));
  expect(said(changes, 'b')).toBe(wordsOf(now));
});

it('tells what is gone and what is new', () => {
  expect(markedChanges('You pull the cord.', 'You pull the old cord.', 'en')).toEqual([
    { side: 'both', pieces: [{ type: 'text', text: 'You pull the ' }] },
    { side: 'b', pieces: [{ type: 'text', text: 'old ' }] },
    { side: 'both', pieces: [{ type: 'text', text: 'cord.' }] },
  ]);
});

it('finds nothing between texts that are the same', () => {
  expect(markedChanges('The same.', 'The same.', 'de')).toEqual([
    { side: 'both', pieces: [{ type: 'text', text: 'The same.' }] },
  ]);
});
