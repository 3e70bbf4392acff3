import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { dateFormat, describeDeadline, HOURS } from './deadline.ts';
import { LANGUAGE_TAGS, LANGUAGES } from './languages.ts';

beforeAll(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) }));
afterAll(() => void vi.useRealTimers());

const at = new Date('2026-11-24T11:42:00Z');
// Some spaces of Intl are narrow or non-breaking.
const said = (language: string, zone?: string, moment = at) =>
  describeDeadline(moment, language, zone).replace(/\s/g, ' ');

const PARIS = [
  'Tuesday, November 24 at 12:42 GMT+1',
  '11月24日星期二 GMT+1 12:42',
  'Dienstag, 24. November um 12:42 MEZ',
  'mardi 24 novembre à 12:42 UTC+1',
  '11월 24일 화요일 12:42 GMT+1',
  'terça-feira, 24 de novembro às 12:42 GMT+1',
  '11月24日火曜日 12:42 GMT+1',
  'martes, 24 de noviembre, 12:42 CET',
];
it.each(LANGUAGES.map((code, i) => [code, PARIS[i]!]))('fits into a sentence, with its time zone: %s', (code, text) => {
  expect(said(LANGUAGE_TAGS[code], 'Europe/Paris')).toBe(text);
  expect(said(LANGUAGE_TAGS[code], 'UTC')).toContain('UTC');
});

it.each(LANGUAGES)('writes the time of day as other times on pages: %s', (code) => {
  const early = new Date('2026-11-24T04:06:00Z');
  const language = LANGUAGE_TAGS[code];
  const clock = dateFormat(language, { ...HOURS, timeStyle: 'short', timeZone: 'UTC' }).format(early);
  expect(said(language, 'UTC', early).match(/\d+:\d+/)?.[0]).toBe(clock);
});

it.each(LANGUAGES)('doesn’t name the reader’s own time zone: %s', (code) => {
  expect(said(LANGUAGE_TAGS[code])).not.toMatch(/GMT|UTC|MEZ|CET/);
});

it('names the year if it isn’t the current one', () => {
  expect(said('en', 'UTC')).not.toContain('2026');
  expect(said('en', 'UTC', new Date('2027-01-03T11:42:00Z'))).toBe('Sunday, January 3, 2027 at 11:42 UTC');
});
