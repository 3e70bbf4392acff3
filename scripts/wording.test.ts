import { expect, it } from 'vitest';
import { wordingProblems } from './wording.ts';

it.each([
  'It’s your turn in <b>{story}</b>',
  'Story mode cannot be changed',
  'Email cannot be empty!',
  '{begun, plural, one {# reader} other {# readers}} started',
  'You are here',
])('accepts “%s”', (text) => expect(wordingProblems(text)).toEqual([]));

it.each([
  ['Whoever joins gets the turn', 'Whoever'],
  ['Nobody voted', 'Nobody'],
  ['Your text stands here', 'stands'],
  ['Check your e-mail', 'e-mail'],
  ['You cannot undo this', 'cannot'],
  ['It is your turn', 'It is'],
  ['{count, plural, one {# way on} other {# ways on}}', 'way on'],
])('refuses “%s”', (text, word) => expect(wordingProblems(text)).toEqual([`“${word}” (see docs/glossary.md)`]));

it('refuses straight quotes, but not those of tags', () => {
  expect(wordingProblems("It's {name}")).toEqual(['a straight quote; use ’ “ ”']);
  expect(wordingProblems('<a href="/profile">Profile</a>')).toEqual([]);
});
