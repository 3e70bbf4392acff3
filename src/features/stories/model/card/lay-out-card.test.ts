import { describe, expect, it } from 'vitest';
import { charactersOf } from './card-text.ts';
import {
  CARD_COVER_WIDTH,
  CARD_HEIGHT,
  CARD_WIDTH,
  type CardWords,
  layOutCard,
  type MeasureCard,
} from './lay-out-card.ts';

/** A broad estimate. Han, kana, Hangul and emoji are square. */
const measure: MeasureCard = (text, { size }) =>
  charactersOf(text).reduce(
    (sum, c) =>
      sum +
      (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60\p{Extended_Pictographic}]/u.test(c) ? size : size * 0.55),
    0,
  );

const WORDS: CardWords = {
  text: 'The ferry left on time.',
  title: 'What the River Owes',
  author: 'LucíaVega',
  story: 'What the Ferryman Overcharged',
  site: 'Skein',
};

const CARDS: [string, CardWords][] = [
  ['a short quote', WORDS],
  ['a quote of the maximum length', { ...WORDS, text: 'Nobody swims on a Thursday. '.repeat(40) }],
  ['a word without spaces', { ...WORDS, text: 'Donaudampfschifffahrtsgesellschaft'.repeat(9), title: 'W'.repeat(80) }],
  ['Chinese', { ...WORDS, text: '渡船准时离开了码头，没有人回头。'.repeat(20), story: '渡'.repeat(80) }],
  ['Korean', { ...WORDS, text: '나룻배는 제시간에 떠났다. '.repeat(20) }],
  ['emoji', { ...WORDS, text: '👩‍👩‍👧‍👦'.repeat(280), title: '🚣'.repeat(80) }],
  [
    'hostile texts',
    { ...WORDS, text: `a${'\u0301'.repeat(3000)}\u202e`, author: '\n'.repeat(50), story: '\u202e'.repeat(80) },
  ],
  [
    'a result',
    {
      text: 'What the River Owes',
      label: 'Result of round 3',
      author: 'L',
      fact: '61 of 207 votes',
      story: 'S',
      site: 'Skein',
    },
  ],
];

describe('layOutCard', () => {
  it.each(CARDS)('keeps all lines of %s on the card, one below the other', (_, words) => {
    const lines = layOutCard(words, measure);
    expect(lines.length).toBeGreaterThan(0);
    const sorted = lines.toSorted((a, b) => a.y - b.y);
    for (const [i, line] of sorted.entries()) {
      expect(line.text).not.toBe('');
      expect(line.x).toBeGreaterThan(CARD_COVER_WIDTH);
      expect(line.x + measure(line.text, line)).toBeLessThan(CARD_WIDTH);
      expect(line.y - line.size).toBeGreaterThan(0);
      expect(line.y).toBeLessThan(CARD_HEIGHT - 30);
      const above = sorted[i - 1];
      if (above) expect(line.y - above.y).toBeGreaterThan(line.size);
    }
  });

  it('sets a short quote larger than a long one', () => {
    const sizeOf = (text: string) => Math.max(...layOutCard({ ...WORDS, text }, measure).map(({ size }) => size));
    expect(sizeOf('Short.')).toBe(58);
    expect(sizeOf('Nobody swims on a Thursday. '.repeat(9))).toBeLessThan(46);
  });

  it('ends a quote that is too long with an ellipsis', () => {
    const lines = layOutCard({ ...WORDS, text: 'Nobody swims on a Thursday. '.repeat(40) }, measure);
    expect(lines.filter(({ text }) => text.endsWith('…'))).toHaveLength(1);
  });

  it('has no lines for what is missing', () => {
    const texts = layOutCard({ text: 'Won', author: null, story: 'Story', site: 'Skein' }, measure).map(
      ({ text }) => text,
    );
    expect(texts.toSorted()).toEqual(['Skein', 'Story', 'Won']);
  });
});
