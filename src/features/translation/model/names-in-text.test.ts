import { expect, it } from 'vitest';
import { nameFinder } from './names-in-text.ts';

const found = (text: string, ...terms: string[]) =>
  nameFinder(terms.map((term) => ({ term })))(text).map(({ from, to }) => text.slice(from, to));

it.each([
  ['the first match of each', 'Gleis vier, Gleis fünf', ['Gleis'], ['Gleis']],
  ['whole words only', 'Die Gleise am Gleis', ['Gleis'], ['Gleis']],
  ['the longest', 'Frau Quasdorf und Quasdorf', ['Quasdorf', 'Frau Quasdorf'], ['Frau Quasdorf', 'Quasdorf']],
  ['in the order of the text', 'Obst trifft Vesna', ['Vesna', 'Obst'], ['Obst', 'Vesna']],
  ['without spaces between words', '维斯娜把碗放在水泵旁', ['水泵', '维斯娜'], ['维斯娜', '水泵']],
  ['followed by a particle', '베스나가 왔다', ['베스나'], ['베스나']],
  ['with characters special in patterns', 'Dr. (X) kam', ['Dr. (X)'], ['Dr. (X)']],
  ['with any case of its first letter', 'The pump. By the pump', ['the pump'], ['The pump']],
])('finds a term: %s', (_, text, terms, places) => {
  expect(found(text, ...terms)).toEqual(places);
});
