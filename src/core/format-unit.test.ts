import { expect, it } from 'vitest';
import { formatUnit } from './format-unit.ts';
import { LANGUAGE_TAGS } from './languages.ts';

it.each([
  ['en', '4 days', '48 hours'],
  ['zh', '4天', '48小时'],
  ['de', '4 Tage', '48 Stunden'],
  ['fr', '4 jours', '48 heures'],
  ['ko', '4일', '48시간'],
  ['pt', '4 dias', '48 horas'],
  ['ja', '4日', '48時間'],
  ['es', '4 días', '48 horas'],
] as const)('a number has its unit as is written in %s', (language, days, hours) => {
  const plain = (text: string) => text.replace(/\u00a0/g, ' ');
  expect(plain(formatUnit(4, 'day', LANGUAGE_TAGS[language]))).toBe(days);
  expect(plain(formatUnit(48, 'hour', LANGUAGE_TAGS[language]))).toBe(hours);
});
