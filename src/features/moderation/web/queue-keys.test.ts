import { describe, expect, it } from 'vitest';
import { actOfKey } from './queue-keys.ts';

const press = (key: string, rest: Partial<KeyboardEvent> = {}) =>
  actOfKey({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
    isComposing: false,
    ...rest,
  });

describe('the shortcuts of the moderation queue', () => {
  it.each([
    ['j', 'next'],
    ['J', 'next'],
    ['k', 'previous'],
    ['m', 'mark'],
    ['a', 'approve'],
    ['r', 'reject'],
    ['h', 'hide'],
    ['s', 'suspend'],
    ['?', 'help'],
    ['x', null],
    ['Enter', null],
    ['Dead', null],
  ])('%s: %s', (key, act) => {
    expect(press(key)).toBe(act);
  });

  it('are matched by position on keyboards without Latin letters', () => {
    expect(press('ㅓ', { code: 'KeyJ' })).toBe('next');
    expect(press('ф', { code: 'KeyA' })).toBe('approve');
    expect(press('q', { code: 'KeyA' })).toBe(null);
  });

  it('ignore combinations, and input that is being composed', () => {
    for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing']) expect(press('r', { [held]: true })).toBe(null);
  });

  it('decide once, however long the key is held', () => {
    expect(press('a', { repeat: true })).toBe(null);
    expect(press('r', { repeat: true })).toBe(null);
    expect(press('j', { repeat: true })).toBe('next');
  });
});
