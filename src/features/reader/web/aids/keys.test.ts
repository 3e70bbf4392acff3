import { expect, it } from 'vitest';
import { actionOf } from './keys.ts';

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false };
const press = (key: string, more: Partial<typeof NONE> = {}) => ({ key, ...NONE, defaultPrevented: false, ...more });
const READING = { isOff: false, isTyping: false, isCovered: false };

it('moves by paragraph and chapter, and opens the contents', () => {
  expect(['j', 'K', 'ArrowRight', 'ArrowLeft', 't'].map((key) => actionOf(press(key), READING))).toEqual([
    'next_paragraph',
    'previous_paragraph',
    'next_chapter',
    'previous_chapter',
    'contents',
  ]);
});

it('leaves the keys for comments, and all others', () => {
  for (const key of ['m', 'n', 'p', 'a', 'ArrowDown', 'Enter', ' ']) expect(actionOf(press(key), READING)).toBeNull();
});

it('does nothing while typing, in a dialog, with a modifier, or if single keys are off', () => {
  for (const where of [{ isOff: true }, { isTyping: true }, { isCovered: true }])
    expect(actionOf(press('j'), { ...READING, ...where })).toBeNull();
  for (const modifier of Object.keys(NONE))
    expect(actionOf(press('ArrowLeft', { [modifier]: true }), READING)).toBeNull();
});
