import { describe, expect, it } from 'vitest';
import { inOwnTime, momentText, zonedMomentText } from './moment.ts';

const AT = '2026-11-28T23:30:00.000Z';

describe('deadline', () => {
  it.each([
    ['en', 'UTC', 'Saturday, November 28, 2026 at 11:30 PM'],
    ['en', 'Asia/Seoul', 'Sunday, November 29, 2026 at 8:30 AM'],
    ['de', 'Europe/Berlin', 'Sonntag, 29. November 2026 um 00:30'],
    ['zh-Hans', 'Asia/Shanghai', '2026年11月29日星期日 07:30'],
  ])('is formatted in %s, %s', (language, zone, text) => expect(momentText(new Date(AT), language, zone)).toBe(text));

  it.each([
    ['en', 'UTC', 'Saturday, November 28, 2026 at 11:30 PM UTC'],
    ['de', 'Europe/Berlin', 'Sonntag, 29. November 2026 um 00:30 MEZ'],
    ['pt-BR', 'America/Sao_Paulo', 'sábado, 28 de novembro de 2026 às 20:30 BRT'],
    ['zh-Hans', 'Asia/Shanghai', '2026年11月29日星期日 07:30 GMT+8'],
  ])('names its time zone in %s, %s', (language, zone, text) =>
    expect(zonedMomentText(new Date(AT), language, zone)).toBe(text),
  );

  it('is converted to the reader’s time zone in a message', () => {
    const own = momentText(new Date(AT), 'en');
    expect(inOwnTime('Until <i>x UTC</i>.', AT, 'en')).toBe(`Until <i>${own}</i>.`);
    expect(inOwnTime('Until <i>x UTC</i>.', null, 'en')).toBe('Until <i>x UTC</i>.');
    expect(inOwnTime('<b>Salt</b> waits.', AT, 'en')).toBe('<b>Salt</b> waits.');
  });
});
