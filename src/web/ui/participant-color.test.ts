import { expect, it } from 'vitest';
import { participantColorIndex } from './participant-color.ts';

it('gives each of eight participants a color, then starts again', () => {
  const places = Array.from({ length: 17 }, (_, i) => participantColorIndex(i + 1));
  expect(places).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 1]);
});
