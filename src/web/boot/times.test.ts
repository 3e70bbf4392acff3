import { expect, it } from 'vitest';
import { countdown } from '#core/countdown.ts';
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '#core/languages.ts';
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

function wordsOf(code: Language): string {
  const { t } = translatorOf(code);
  const sentences = [t('times.left_one', { left: '#' }), t('times.left_several', { left: '#' })];
  return [...sentences, t('times.two', { first: '#', second: '#' }), t('times.up')].join('|');
}

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
  const said = [0.2, 59, HOUR + 1, DAY + 6 * HOUR, 3 * DAY + HOUR].map((minutes) =>
    left(minutes, LANGUAGE_TAGS[code], wordsOf(code)).replace(/\s/g, ' '),
  );
  expect(said).toEqual(LEFT[code]);
});

it.each(LANGUAGES)('says it in the same words as the countdown in %s', (code) => {
  const { t } = translatorOf(code);
  for (const minutes of [1, 5, 60, 61, 150, 24 * 60, 25 * 60, 3 * 24 * 60 + 7 * 60, 30 * 24 * 60]) {
    const said = left(minutes, LANGUAGE_TAGS[code], wordsOf(code)).replace(/\s/g, ' ');
    expect(said).toBe(t('times.left', countdown(minutes * 60_000)!).replace(/\s/g, ' '));
  }
});
