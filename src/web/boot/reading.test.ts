import { expect, it } from 'vitest';
import { type LocalPlace, whereToGoOn } from './reading.ts';

const next = { id: '2', number: 2, title: 'Second' };
const here = { id: '1', number: 1, title: 'First' };

function placed(change: Partial<LocalPlace>): LocalPlace {
  return {
    storyId: '7',
    storyTitle: 'A story',
    language: 'en',
    mode: 'solo',
    coverUrl: '/cover.webp',
    chapterId: here.id,
    number: here.number,
    chapterTitle: here.title,
    next,
    chapterCount: 2,
    read: [],
    at: 0,
    ...change,
  };
}

it.each<[string, Partial<LocalPlace>, typeof here, boolean]>([
  ['the chapter that was begun', {}, here, false],
  ['the one after it, once it was read to the end', { read: ['1'] }, next, false],
  ['still the same, when another one was read', { read: ['5'] }, here, false],
  ['the last one, when there is none after it', { read: ['1'], next: null }, here, true],
  ['the choices after it, where the story branches', { read: ['1'], next: null, mode: 'branch' }, here, true],
  ['the last one, in what an older page kept', { read: ['1'], next: undefined as never }, here, true],
])('goes on with %s', (_, change, chapter, atEnd) => expect(whereToGoOn(placed(change))).toEqual({ chapter, atEnd }));
