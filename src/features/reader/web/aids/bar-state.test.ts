import { expect, it } from 'vitest';
import { afterScroll, type BarState } from './bar-state.ts';

const HEIGHT = 52;
const through = (...positions: number[]) => {
  const [first = 0, ...rest] = positions;
  const start: BarState = { isOver: false, at: first, upFrom: null };
  return rest.reduce((state, to) => afterScroll(state, to, HEIGHT), start).isOver;
};

it('returns after scrolling up by 80 px, at once or in several steps', () => {
  expect(through(1000, 921)).toBe(false);
  expect(through(1000, 920)).toBe(true);
  expect(through(1000, 970, 940, 921)).toBe(false);
  expect(through(1000, 970, 940, 920)).toBe(true);
});

it('hides at the next scroll down, and starts to count again', () => {
  expect(through(1000, 900, 901)).toBe(false);
  expect(through(1000, 900, 901, 830)).toBe(false);
  expect(through(1000, 900, 901, 821)).toBe(true);
});

it('stays while nothing moves, and isn’t over the text at the top of the page', () => {
  expect(through(1000, 900, 900)).toBe(true);
  expect(through(1000, 900, HEIGHT)).toBe(false);
});
