import { expect, it } from 'vitest';
import type { Actor } from '#core/actor.ts';
import { canThank } from './thanks-policy.ts';

const reader = { id: '2' } as Actor;
const chapter = { authorId: '1', isReadable: true };

it('lets members thank the author of a chapter that they can read', () => {
  expect(canThank(reader, chapter)).toEqual({ ok: true });
});

it('refuses visitors, the author, and chapters that aren’t readable', () => {
  expect(canThank(null, chapter)).toEqual({ ok: false, code: 'login_required' });
  expect(canThank({ id: '1' } as Actor, chapter)).toEqual({ ok: false, code: 'forbidden' });
  expect(canThank(reader, { ...chapter, isReadable: false })).toEqual({ ok: false, code: 'chapter_not_found' });
});
