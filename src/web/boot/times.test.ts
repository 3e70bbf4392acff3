import { expect, it } from 'vitest';
import { countdown } from '#core/countdown.ts';
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '#core/languages.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { leftPatterns } from '../ui/left-patterns.ts';
import { describeDay, describeDeadline, describeLeft, describeTime, NO_WORDS } from './times.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ago = (seconds: number, language = 'en', kind = 'ago') =>
  describeTime(new Date(NOW - seconds * 1000), kind, language, NOW);
const left = (minutes: number, language: Language = 'en') =>
  describeLeft(new Date(NOW + minutes * 60_000), JSON.parse(leftPatterns(translatorOf(language).t)), NOW);

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

const NOON = [
  'Tuesday, November 24 at 14:02',
  '11月24日星期二 14:02',
  'Dienstag, 24. November um 14:02',
  'mardi 24 novembre à 14:02',
  '11월 24일 화요일 14:02',
  'terça-feira, 24 de novembro às 14:02',
  '11月24日火曜日 14:02',
  'martes, 24 de noviembre, 14:02',
];
it.each(LANGUAGES.map((code, i) => [code, NOON[i]!]))(
  'describes a deadline with 24 hours, and names the time zone only if it isn’t the reader’s: %s',
  (code, said) => {
    const at = new Date(2026, 10, 24, 14, 2);
    // Some spaces of Intl are narrow or non-breaking.
    const plain = (zone?: string) => describeDeadline(at, LANGUAGE_TAGS[code], zone).replace(/\s/g, ' ');
    expect(plain()).toBe(said);
    expect(plain('UTC')).toContain('UTC');
    expect(describeDay(at, 'moment', LANGUAGE_TAGS[code])).toContain('14:02');
    expect(describeDay(at, 'clock', LANGUAGE_TAGS[code])).toBe('14:02');
  },
);

const HOUR = 60;
const DAY = 24 * HOUR;
const LEFT = {
  en: ['1 minute left', '59 minutes left', '1 hour 1 minute left', '1 day 6 hours left', '3 days 1 hour left'],
  zh: ['还剩1分钟', '还剩59分钟', '还剩1小时1分钟', '还剩1天6小时', '还剩3天1小时'],
  de: ['Noch 1 Minute', 'Noch 59 Minuten', 'Noch 1 Stunde 1 Minute', 'Noch 1 Tag 6 Stunden', 'Noch 3 Tage 1 Stunde'],
  fr: [
    'Encore 1 minute',
    'Encore 59 minutes',
    'Encore 1 heure 1 minute',
    'Encore 1 jour 6 heures',
    'Encore 3 jours 1 heure',
  ],
  ko: ['1분 남음', '59분 남음', '1시간 1분 남음', '1일 6시간 남음', '3일 1시간 남음'],
  pt: [
    'Falta 1 minuto',
    'Faltam 59 minutos',
    'Falta 1 hora e 1 minuto',
    'Falta 1 dia e 6 horas',
    'Faltam 3 dias e 1 hora',
  ],
  ja: ['あと1分', 'あと59分', 'あと1時間1分', 'あと1日6時間', 'あと3日1時間'],
  es: [
    'Queda 1 minuto',
    'Quedan 59 minutos',
    'Queda 1 hora y 1 minuto',
    'Queda 1 día y 6 horas',
    'Quedan 3 días y 1 hora',
  ],
} satisfies Record<Language, string[]>;
it.each(LANGUAGES)('says how much time is left, never that something begins then: %s', (code) => {
  const [minute, minutes, both, day, days] = LEFT[code];
  expect(left(0.2, code)).toBe(minute);
  expect(left(59, code)).toBe(minutes);
  expect(left(HOUR + 1, code)).toBe(both);
  expect(left(DAY + 6 * HOUR, code)).toBe(day);
  expect(left(3 * DAY + HOUR + 59, code)).toBe(days);
  expect([left(0, code), left(-10, code)]).toEqual([NO_WORDS, NO_WORDS]);
});

it.each(LANGUAGES)('uses the words of `times.left` for every countdown: %s', (code) => {
  const { t } = translatorOf(code);
  for (const minutes of [1, 2, 21, 60, 61, 120, 122, 600, DAY, DAY + HOUR, 2 * DAY, 2 * DAY + 5 * HOUR, 21 * DAY]) {
    const spoken = t('times.left', countdown(minutes * 60_000)!);
    expect(left(minutes, code)).toBe(spoken);
  }
});
