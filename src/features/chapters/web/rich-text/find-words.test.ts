import { expect, it } from 'vitest';
import { occurrencesOf } from './find-words.ts';

const found = (words: string, text: string) => occurrencesOf(words, text).map(({ from, to }) => text.slice(from, to));

it('finds words in any case, as often as they occur', () => {
  expect(found('ferry', 'The ferry, a Ferry, FERRYMAN')).toEqual(['ferry', 'Ferry', 'FERRY']);
  expect(found('éclair', 'Un ÉCLAIR')).toEqual(['ÉCLAIR']);
  expect(found('ａｂｃ', 'abc ABC')).toEqual(['abc', 'ABC']);
  expect(found('渡し舟', '夜の渡し舟、渡し舟')).toEqual(['渡し舟', '渡し舟']);
});

it('keeps positions next to letters that change their length when folded', () => {
  expect(found('b', 'ßb ﬁb İb 😀b')).toEqual(['b', 'b', 'b', 'b']);
});

it('finds nothing for nothing, and no overlapping words', () => {
  expect(found('', 'text')).toEqual([]);
  expect(found('aa', 'aaaa a')).toEqual(['aa', 'aa']);
  expect(found('.*', 'a.*b')).toEqual(['.*']);
});
