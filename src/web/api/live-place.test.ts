import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LivePlace } from './live-place.ts';

describe('the live position of a tab', () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is known to the next page of the tab', () => {
    expect(new LivePlace().last).toBeNull();
    new LivePlace().reach('a', 'message');
    expect(new LivePlace().last).toBe('a');
    new LivePlace().reach('b', 'here');
    expect(new LivePlace().last).toBe('b');
  });

  it('is the page’s own after it is restored, even if later pages have moved on', () => {
    const back = new LivePlace();
    back.reach('a', 'message');
    new LivePlace().reach('b', 'message');
    expect(back.last).toBe('a');
  });

  it('detects an event that another tab passes on again, and does not move', () => {
    const place = new LivePlace();
    expect([place.reach('a', 'story'), place.reach('b', 'message'), place.reach('a', 'story')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(place.last).toBe('b');
    for (let i = 0; i < 300; i += 1) expect(place.reach(String(i), 'story')).toBe(true);
    expect(place.reach('299', 'story')).toBe(false);
  });

  it('is reset with the session', () => {
    const place = new LivePlace();
    place.reach('a', 'message');
    place.forget();
    expect([place.last, new LivePlace().last]).toEqual([null, null]);
    expect(place.reach('a', 'message')).toBe(true);
  });

  it('is kept only in memory if storage is blocked', () => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    const place = new LivePlace();
    place.reach('a', 'message');
    expect([place.last, new LivePlace().last]).toEqual(['a', null]);
    place.forget();
    expect(place.last).toBeNull();
  });
});
