import { expect, it } from 'vitest';
import { LANGUAGE_TAGS, LANGUAGES } from '#core/languages.ts';
import { describeDeadline, describeLeft, describeTime, NO_WORDS } from './times.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ago = (seconds: number, language = 'en', kind = 'ago') =>
  describeTime(new Date(NOW - seconds * 1000), kind, language, NOW);
const left = (minutes: number, language = 'en') => describeLeft(new Date(NOW + minutes * 60_000), language, NOW);

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

const PARIS = [
  'Tuesday, November 24 at 12:42 PM GMT+1',
  '11月24日星期二 GMT+1 12:42',
  'Dienstag, 24. November um 12:42 MEZ',
  'mardi 24 novembre à 12:42 UTC+1',
  '11월 24일 화요일 오후 12:42 GMT+1',
  'terça-feira, 24 de novembro às 12:42 GMT+1',
  '11月24日火曜日 12:42 GMT+1',
  'martes, 24 de noviembre, 12:42 CET',
];
it.each(LANGUAGES.map((code, i) => [code, PARIS[i]!]))(
  'describes a deadline so that it fits into a sentence: %s',
  (code, said) => {
    const at = new Date('2026-11-24T11:42:00Z');
    // Some spaces of Intl are narrow or non-breaking.
    const plain = (zone: string) => describeDeadline(at, LANGUAGE_TAGS[code], zone).replace(/\s/g, ' ');
    expect(plain('Europe/Paris')).toBe(said);
    expect(plain('UTC')).toContain('UTC');
  },
);

it('says how much time is left, rounded down', () => {
  expect([left(0.2), left(59.5), left(60), left(71 * 60 + 59)]).toEqual([
    'in 1 minute',
    'in 1 hour',
    'in 1 hour',
    'in 71 hours',
  ]);
  expect([left(72 * 60), left(96 * 60 - 1), left(4 * 24 * 60, 'fr')]).toEqual([
    'in 3 days',
    'in 3 days',
    'dans 4 jours',
  ]);
  expect([left(0), left(-10)]).toEqual([NO_WORDS, NO_WORDS]);
});
