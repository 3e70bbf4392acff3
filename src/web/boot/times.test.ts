import { expect, it } from 'vitest';
import { countdown } from '#core/countdown.ts';
import { LANGUAGE_TAGS, LANGUAGES } from '#core/languages.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { describeLeft, describeTime } from './times.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ago = (seconds: number, language = 'en', kind = 'ago') =>
  describeTime(new Date(NOW - seconds * 1000), kind, language, NOW);
const WORDS = '# left|# left|# #|Time’s up';
const left = (minutes: number, language = 'en', words = WORDS) =>
  describeLeft(new Date(NOW + minutes * 60_000), language, words, NOW);

it('describes up to 29 seconds as now, in every language', () => {
  const words = LANGUAGES.map((code) => ago(29, LANGUAGE_TAGS[code], 'relative'));
  expect(words).toEqual(['now', '现在', 'jetzt', 'maintenant', '지금', 'agora', '今', 'ahora']);
  expect([ago(0), ago(-5)]).toEqual(['now', 'now']);
});

it('switches to the longer unit before the shorter one is full', () => {
  expect([ago(30), ago(90), ago(3569)]).toEqual(['1 minute ago', '2 minutes ago', '59 minutes ago']);
  expect([ago(3570), ago(3599), ago(3600)]).toEqual(['1 hour ago', '1 hour ago', '1 hour ago']);
  expect([ago(84_599), ago(84_600), ago(3 * 86_400)]).toEqual(['23 hours ago', 'yesterday', '3 days ago']);
  expect(ago(-3599)).toBe('in 1 hour');
});

it('says how much time is left in its two largest units, like the countdown of the page', () => {
  expect([left(0.2), left(59.5), left(61), left(71 * 60 + 59)]).toEqual([
    '1 minute left',
    '1 hour left',
    '1 hour 1 minute left',
    '2 days 23 hours left',
  ]);
  expect([left(24 * 60), left(0), left(-10)]).toEqual(['1 day left', 'Time’s up', 'Time’s up']);
  const pt = 'Falta #|Faltam #|# e #|O prazo acabou';
  expect([left(60, 'pt-BR', pt), left(29 * 60, 'pt-BR', pt)]).toEqual(['Falta 1 hora', 'Falta 1 dia e 5 horas']);
  expect(left(2 * 24 * 60, 'pt-BR', pt)).toBe('Faltam 2 dias');
});

it.each(LANGUAGES)('says it in the same words as the countdown in %s', (code) => {
  const { t } = translatorOf(code);
  const words = [t('times.left_one', { left: '#' }), t('times.left_several', { left: '#' })];
  words.push(t('times.two', { first: '#', second: '#' }), t('times.up'));
  for (const minutes of [1, 5, 60, 61, 150, 24 * 60, 25 * 60, 3 * 24 * 60 + 7 * 60, 30 * 24 * 60]) {
    const said = left(minutes, LANGUAGE_TAGS[code], words.join('|')).replace(/\s/g, ' ');
    expect(said).toBe(t('times.left', countdown(minutes * 60_000)!).replace(/\s/g, ' '));
  }
});
