import { describe, expect, it } from 'vitest';
import { isAdministrator, isModerator } from './actor.ts';
import { all, allow, authorize, deny } from './decision.ts';
import { fieldError } from './errors.ts';
import { machine, matrix, next, permits } from './machine.ts';

describe('a status machine', () => {
  const door = machine<'open' | 'shut' | 'gone', 'shut' | 'open' | 'tear_down'>(['shut', 'open', 'tear_down'], {
    open: { shut: 'shut', tear_down: 'gone' },
    shut: { open: 'open', tear_down: 'gone' },
    gone: {},
  });
  it('allows exactly the transitions in its table', () => {
    expect(matrix(door)).toEqual([
      ['open', 'shut', 'shut'],
      ['open', 'open', null],
      ['open', 'tear_down', 'gone'],
      ['shut', 'shut', null],
      ['shut', 'open', 'open'],
      ['shut', 'tear_down', 'gone'],
      ['gone', 'shut', null],
      ['gone', 'open', null],
      ['gone', 'tear_down', null],
    ]);
    for (const [from, action, to] of matrix(door)) {
      expect(permits(door, from, action)).toBe(to !== null);
      if (to) expect(next(door, from, action)).toBe(to);
      else expect(() => next(door, from, action)).toThrow(expect.objectContaining({ code: 'wrong_state' }));
    }
  });
});

describe('decisions', () => {
  it('deny with the first code', () => {
    expect(all(allow, allow)).toEqual({ ok: true });
    expect(all(allow, deny('own_work'), deny('forbidden'))).toEqual({ ok: false, code: 'own_work' });
    expect(() => authorize(allow)).not.toThrow();
    expect(() => authorize(deny('story_not_found'))).toThrow(expect.objectContaining({ code: 'story_not_found' }));
  });
});

describe('roles', () => {
  const actor = (...roles: ('moderator' | 'administrator')[]) => ({ id: '1', username: 'a', sessionId: '1', roles });
  it.each([
    [null, false, false],
    [actor(), false, false],
    [actor('moderator'), true, false],
    [actor('administrator'), true, true],
    [actor('moderator', 'administrator'), true, true],
  ])('%j', (who, moderates, administers) => {
    expect(isModerator(who)).toBe(moderates);
    expect(isAdministrator(who)).toBe(administers);
  });
});

describe('errors', () => {
  it('for a field contain its parameters', () => {
    expect(fieldError('slug', 'slug_too_soon', { date: '2026-01-01T00:00:00Z' })).toMatchObject({
      code: 'invalid_input',
      fields: { slug: { code: 'slug_too_soon', params: { date: '2026-01-01T00:00:00Z' } } },
    });
    expect(fieldError('slug', 'slug_taken').fields).toEqual({ slug: { code: 'slug_taken' } });
  });
});
