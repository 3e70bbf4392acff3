import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUnitCounter } from './unit-counter.ts';
import { countUnits } from './units.ts';

/** Paragraphs in all scripts, most of them repeated, as in a text that is being written. */
const written = [
  'The ferryman hadn’t asked for more than two coins.',
  'Am 3. Oktober um 12:30 Uhr – also übermorgen …',
  'Il y a 1\u202F000 raisons\u202F; c’était l’une d’elles\u202F!',
  '他用 iPhone 给 Mary 打了3次电话。',
  '人々はスマートフォンでLINEを見る・・・',
  '그는 SNS는 안 하고, 3개월 동안 “책”을 읽었다.',
  'เมื่อวานนี้ฉันไปตลาดกับแม่',
  '',
  '***',
];
const paragraphs = fc.array(
  fc.oneof(fc.constantFrom(...written), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })),
);

describe('a unit counter', () => {
  it('counts the units of the whole text, whatever it has counted before', () => {
    fc.assert(
      fc.property(fc.array(paragraphs), fc.integer({ min: 0, max: 200 }), (texts, remembered) => {
        const count = createUnitCounter(remembered);
        for (const text of texts) expect(count(text)).toBe(countUnits(text.join('\n\n')));
      }),
    );
  });

  const counted = (remembered: number) => {
    const counts: string[] = [];
    const count = createUnitCounter(remembered, (text) => {
      counts.push(text);
      return countUnits(text);
    });
    return { counts, count };
  };

  it('counts only what changed', () => {
    const { counts, count } = counted(100);
    expect(count(['one', 'two three', 'one'])).toBe(4);
    expect(count(['one', 'two three four', 'one'])).toBe(5);
    expect(counts).toEqual(['one', 'two three', 'two three four']);
  });

  it('evicts what was not used while it counted as much again', () => {
    const { counts, count } = counted(110);
    const ask = (...texts: string[]) => {
      counts.length = 0;
      for (const text of texts) count([text]);
      return counts.join(' ');
    };
    expect(ask('aaaa', 'bbbb', 'cccc')).toBe('aaaa bbbb cccc');
    expect(ask('aaaa', 'bbbb', 'cccc')).toBe('');
    expect(ask('dddd', 'eeee', 'aaaa')).toBe('dddd eeee aaaa');
  });

  it('counts a paragraph that is longer than its cache', () => {
    const { count } = counted(2);
    expect([count(['one two']), count(['one two']), count(['a'])]).toEqual([2, 2, 1]);
  });

  it('does not keep a text in memory after counting a part of it', () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const count = createUnitCounter();
    const megabyte = 'x'.repeat(2 ** 20);
    const before = heap();
    for (let i = 0; i < 100; i += 1) count([`A paragraph of its own, number ${i}\n\n${megabyte}`.split('\n\n')[0]!]);
    expect(heap() - before).toBeLessThan(20 * 2 ** 20);
  });
});
