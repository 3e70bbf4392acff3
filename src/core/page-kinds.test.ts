import { expect, it } from 'vitest';
import { pageKind } from './page-kinds.ts';

it.each([
  ['/', 'home'],
  ['/story/7', 'story'],
  ['/story/7/chapter/12', 'story_chapter'],
  ['/story/7/map', 'story_map'],
  ['/user/ada', 'user'],
  ['/agreement/privacy', 'agreement'],
  ['/edit_submission/story/1/round/2', 'edit_submission'],
  ['/translate_chapter/1/2', 'translate_chapter'],
  ['/reset_password', 'other'],
  ['/what/somebody/typed', 'other'],
])('%s is %s', (path, kind) => expect(pageKind(path)).toBe(kind));
