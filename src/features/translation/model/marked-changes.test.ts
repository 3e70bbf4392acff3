import { expect, it } from 'vitest';
import { parseMarked } from './inline-markup.ts';
import { isOnlyForm, markedChanges, withAddresses } from './marked-changes.ts';

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
])('contains all of both texts: %j and %j', (before, now) => {
  const changes = markedChanges(before, now, 'en');
  expect(said(changes, 'a')).toBe(wordsOf(before));
  expect(said(changes, 'b')).toBe(wordsOf(now));
});

it('tells deleted and new words apart', () => {
  expect(markedChanges('You pull the cord.', 'You pull the old cord.', 'en')).toEqual([
    { side: 'both', pieces: [{ type: 'text', text: 'You pull the ' }] },
    { side: 'b', pieces: [{ type: 'text', text: 'old ' }] },
    { side: 'both', pieces: [{ type: 'text', text: 'cord.' }] },
  ]);
});

it('finds no changes between equal texts', () => {
  expect(markedChanges('The same.', 'The same.', 'de')).toEqual([
    { side: 'both', pieces: [{ type: 'text', text: 'The same.' }] },
  ]);
});

const link = (text: string, href: string) => ({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] });

it('shows the address of a link once, after all its words', () => {
  expect(withAddresses('Ask [the port](https://port.example), then go.')).toEqual([
    { type: 'text', text: 'Ask ' },
    link('the port', 'https://port.example'),
    { type: 'text', text: ' (https://port.example)' },
    { type: 'text', text: ', then go.' },
  ]);
  const words = (text: string) =>
    withAddresses(text)
      .map((piece) => (piece.type === 'text' ? piece.text : '\n'))
      .join('');
  expect(words('[the **old** port](https://port.example)')).toBe('the old port (https://port.example)');
  expect(words('[a](https://a.example)[b](https://b.example)')).toBe('a (https://a.example)b (https://b.example)');
});

it('shows a changed link address', () => {
  const changes = markedChanges('[the port](https://good.example)', '[the port](https://evil.example)', 'en');
  expect(said(changes, 'a')).toBe('the port (https://good.example)');
  expect(said(changes, 'b')).toBe('the port (https://evil.example)');
  expect(changes.filter(({ side }) => side !== 'both').map(({ side }) => side)).toEqual(['a', 'b']);
});

it.each([
  ['[the port](https://a.example)', '[the port](https://b.example)', true],
  ['the **port**', 'the port', true],
  ['the port', 'the harbour', false],
  ['the port', 'the port', false],
])('detects that only the form has changed: %j and %j', (before, now, isIt) => {
  expect(isOnlyForm(before, now)).toBe(isIt);
});
