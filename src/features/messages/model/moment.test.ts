import { describe, expect, it } from 'vitest';
import { describeDeadline } from '#core/deadline.ts';
import { inOwnTime } from './moment.ts';

const AT = '2026-11-28T23:30:00.000Z';

describe('deadline', () => {
  it('is converted to the reader’s time zone in a message', () => {
    const own = describeDeadline(new Date(AT), 'en');
    expect(inOwnTime('Until <i>x UTC</i>.', AT, 'en')).toBe(`Until <i>${own}</i>.`);
    expect(inOwnTime('Until <i>x UTC</i>.', null, 'en')).toBe('Until <i>x UTC</i>.');
    expect(inOwnTime('<b>Salt</b> waits.', AT, 'en')).toBe('<b>Salt</b> waits.');
  });
});
