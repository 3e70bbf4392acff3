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
  ['the chapter being read', {}, here, false],
  ['the next one after it was read to the end', { read: ['1'] }, next, false],
  ['the same one after another was read to the end', { read: ['5'] }, here, false],
  ['the last one if there is no next one', { read: ['1'], next: null }, here, true],
  ['the choices after it in a branch story', { read: ['1'], next: null, mode: 'branch' }, here, true],
  ['the last one if an older page stored the position', { read: ['1'], next: undefined as never }, here, true],
])('continues with %s', (_, change, chapter, atEnd) => expect(whereToGoOn(placed(change))).toEqual({ chapter, atEnd }));
