import { describe, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import {
  FACTOR_GRACE,
  firstRest,
  passkeyHost,
  passkeyName,
  recoveryCode,
  rolesInForce,
  shownRecoveryCode,
  totpCode,
} from './second-factor.ts';

describe('the code of an app', () => {
  it.each([
    ['482197', '482197'],
    [' 482 197 ', '482197'],
    ['４８２１９７', '482197'],
    ['٤٨٢١٩٧', '482197'],
    ['४८२-१९७', '482197'],
    ['𝟜𝟠𝟚𝟙𝟡𝟟', '482197'],
  ])('takes %s', (typed, code) => {
    expect(totpCode.tidy(typed)).toBe(code);
    expect(totpCode.problem(code)).toBeNull();
  });

  it.each([
    ['', 'code_empty'],
    ['abc', 'code_empty'],
    ['48219', 'code_digits'],
    ['4821970', 'code_digits'],
    ['1'.repeat(100_000), 'code_digits'],
  ])('refuses %.10s', (typed, code) => {
    expect(totpCode.problem(totpCode.tidy(typed))?.code).toBe(code);
  });
});

describe('a recovery code', () => {
  it('is taken in any case, with or without its hyphen', () => {
    for (const typed of ['f4m9-2kta', 'F4M9 2KTA', ' f4m92kta\n', 'F4m9–2kTA'])
      expect(recoveryCode.tidy(typed)).toBe('f4m92kta');
    expect(recoveryCode.problem('f4m92kta')).toBeNull();
    expect(shownRecoveryCode('f4m92kta')).toBe('f4m9-2kta');
  });

  it.each(['f4m92kt', 'f4m92kta2', 'f4m92kt0', 'f4m92ktl'])('is never %s', (code) => {
    expect(recoveryCode.problem(code)?.code).toBe('recovery_code_wrong');
  });
});

describe('the name of a passkey', () => {
  it('has 1 to 40 characters in one line', () => {
    expect(passkeyName.tidy(' This\n laptop ')).toBe('This laptop');
    expect(passkeyName.problem('')?.code).toBe('passkey_name_empty');
    expect(passkeyName.problem('🧶'.repeat(40))).toBeNull();
    expect(passkeyName.problem('🧶'.repeat(41))?.code).toBe('passkey_name_too_long');
  });
});

describe('the rights of a role', () => {
  const now = new Date('2026-11-28T00:00:00Z');
  const since = (days: number) => new Date(now.getTime() - days * DAY);

  it('rest after a week without a second factor, each role on its own', () => {
    const grants = [
      { role: 'administrator', graceFrom: since(6.9) },
      { role: 'moderator', graceFrom: since(7) },
    ] as const;
    expect(rolesInForce(grants, { hasFactor: false, now })).toEqual({
      roles: ['administrator'],
      restingRoles: ['moderator'],
    });
    expect(rolesInForce(grants, { hasFactor: true, now })).toEqual({
      roles: ['administrator', 'moderator'],
      restingRoles: [],
    });
    expect(firstRest(grants, false)).toEqual(new Date(since(7).getTime() + FACTOR_GRACE));
    expect(firstRest(grants, true)).toBeNull();
    expect(firstRest([], false)).toBeNull();
  });
});

describe('passkeys', () => {
  it.each([
    ['https://skein.example', 'skein.example'],
    ['https://skein.example:8443', 'skein.example'],
    ['http://localhost:3000', 'localhost'],
    ['http://club.localhost', 'club.localhost'],
    ['http://skein.example', null],
    ['http://127.0.0.1:3000', null],
    ['https://192.0.2.7', null],
    ['https://[2001:db8::1]', null],
  ])('of %s belong to %s', (url, host) => {
    expect(passkeyHost(new URL(url))).toBe(host);
  });
});
