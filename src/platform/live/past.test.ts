import { describe, expect, it } from 'vitest';
import { LivePast } from './past.ts';

const story = (id: string, ...to: string[]) => ({ id, to, event: { type: 'story', id } as const });

describe('the buffer of events', () => {
  it('returns the events of a member since any position', () => {
    const past = new LivePast();
    const begin = past.place;
    past.add(story('a', '1', '2'));
    past.add(story('b', '2'));
    past.add(story('c', '1'));
    const idsSince = (account: string, id: string) => past.since(account, id)?.map((told) => told.id);
    expect(idsSince('1', begin)).toEqual(['a', 'c']);
    expect(idsSince('1', 'a')).toEqual(['c']);
    expect(idsSince('2', 'a')).toEqual(['b']);
    expect(idsSince('1', past.place)).toEqual([]);
  });

  it('does not know positions of another process, from before it was cleared, or from too long ago', () => {
    const past = new LivePast(10);
    const begin = past.place;
    expect(past.since('1', new LivePast().place)).toBeNull();
    for (let i = 0; i < 9; i += 1) past.add(story(`old ${i}`));
    expect(past.since('1', begin)).toEqual([]);
    for (let i = 0; i < 20; i += 1) past.add(story(`new ${i}`));
    expect(past.since('1', begin)).toBeNull();
    expect(past.since('1', 'new 11')).toEqual([]);
    past.forget();
    expect(past.since('1', 'new 19')).toBeNull();
    expect(past.since('1', past.place)).toEqual([]);
  });

  it('ignores an event that arrives again', () => {
    const past = new LivePast();
    const begin = past.place;
    expect([past.add(story('a', '1')), past.add(story('b', '1')), past.add(story('a', '1'))]).toEqual([
      true,
      true,
      false,
    ]);
    expect(past.since('1', begin)?.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(past.place).toBe('b');
  });

  it('does not return too many events', () => {
    const past = new LivePast();
    const begin = past.place;
    for (let i = 0; i < 100; i += 1) past.add(story(`event ${i}`, '1'));
    expect(past.since('1', begin)).toHaveLength(100);
    past.add(story('one more', '1'));
    expect(past.since('1', begin)).toBeNull();
    expect(past.since('1', 'event 0')).toHaveLength(100);
  });
});
