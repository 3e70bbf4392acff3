import { describe, expect, it } from 'vitest';
import { inOwnTime, momentText } from './moment.ts';

const AT = '2026-11-28T23:30:00.000Z';

describe('deadline', () => {
  it.each([
    ['en', 'UTC', 'Saturday, November 28, 2026 at 23:30'],
    ['en', 'Asia/Seoul', 'Sunday, November 29, 2026 at 08:30'],
    ['de', 'Europe/Berlin', 'Sonntag, 29. November 2026 um 00:30'],
    ['zh-Hans', 'Asia/Shanghai', '2026年11月29日星期日 07:30'],
  ])('is formatted in %s, %s', (language, zone, text) => expect(momentText(new Date(AT), language, zone)).toBe(text));

  it('is converted to the reader’s time zone in a message', () => {
    const own = momentText(new Date(AT), 'en');
    expect(inOwnTime('Until <i>x UTC</i>.', AT, 'en')).toBe(`Until <i>${own}</i>.`);
    expect(inOwnTime('Until <i>x UTC</i>.', null, 'en')).toBe('Until <i>x UTC</i>.');
    expect(inOwnTime('<b>Salt</b> waits.', AT, 'en')).toBe('<b>Salt</b> waits.');
  });
});
