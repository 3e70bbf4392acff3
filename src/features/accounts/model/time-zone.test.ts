import { describe, expect, it } from 'vitest';
import { isTimeZone } from './time-zone.ts';

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+12', 'Asia/Kolkata'])(
    '%s is known',
    (name) => expect(isTimeZone(name)).toBe(true),
  );
  it.each(['', 'Mars/Olympus', '+02:00', 'Europe/Berlin\n', '../../etc/passwd', 'constructor', 'x'.repeat(100), '<b>'])(
    '%s is none',
    (name) => expect(isTimeZone(name)).toBe(false),
  );
});
