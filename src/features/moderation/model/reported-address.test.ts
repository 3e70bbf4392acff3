import { describe, expect, it } from 'vitest';
import { reportedPlace } from './reported-address.ts';

const SITE = new URL('https://skein.example/');
const at = (address: string) => reportedPlace(address, SITE);

describe('the address that a public report names', () => {
  it.each([
    ['https://skein.example/story/20', { kind: 'story', storyId: '20', chapterId: null, language: null }],
    ['http://skein.example/story/20?lang=de#x', { kind: 'story', storyId: '20', chapterId: null, language: 'de' }],
    ['  /story/20/chapter/118 ', { kind: 'chapter', storyId: '20', chapterId: '118', language: null }],
    ['https://SKEIN.example/story/20/path/118', { kind: 'chapter', storyId: '20', chapterId: '118', language: null }],
    ['https://skein.example/story/20/map', { kind: 'story', storyId: '20', chapterId: null, language: null }],
    ['https://skein.example/user/ada-moderates', { kind: 'member', slug: 'ada-moderates' }],
    ['https://skein.example/voting/7?entry=31', { kind: 'submission', id: '31' }],
  ])('%s leads to what it is about', (address, place) => expect(at(address)).toEqual(place));

  it.each([
    'https://example.org/story/20',
    'https://skein.example.org/story/20',
    'https://skein.example@example.org/story/20',
    '//example.org/story/20',
    '\\\\example.org\\story\\20',
    'javascript:alert(1)',
    'data:text/html,/story/20',
    'file:///story/20',
    'https://skein.example:8443/story/20',
    'http://[',
    '',
    `https://skein.example/story/20?${'x'.repeat(500)}`,
  ])('%s is not on this site', (address) => expect(at(address)).toBe('elsewhere'));

  it.each(['/', '/about', '/story/abc', '/voting/7', '/voting/7?entry=0', '/api/story/detail', '/%ff', 'bad'])(
    '%s leads to nothing that can be reported',
    (address) => expect(at(address)).toBe('nothing'),
  );
});
