import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { breachedFingerprints, fitsRules, leakedPasswords } from '../../../../tools/breached-list.ts';
import { passwordProblem } from '../model/password.ts';
import { BREACHED_FILE, FINGERPRINT_BYTES, isBreached, requireUnguessable } from './breached-passwords.ts';

const file = readFileSync(BREACHED_FILE);
const fitting = leakedPasswords().filter(fitsRules);

describe('leaked passwords', () => {
  it('are the ones of the package, at least 10,000 of which meet the requirements, in at most 2 MB', () => {
    expect(breachedFingerprints().equals(file)).toBe(true);
    expect(fitting.length).toBeGreaterThanOrEqual(10_000);
    expect(file.length / FINGERPRINT_BYTES).toBeGreaterThanOrEqual(fitting.length);
    expect(file.length).toBeLessThanOrEqual(2 * 1024 * 1024);
  });
  it('are refused, the first and the last of the list too', async () => {
    for (const password of fitting) expect(await isBreached(password), password).toBe(true);
  });
  it('are refused with other capital letters too', async () => {
    // Not in the list of patterns that browsers have.
    const leaked = fitting.slice(0, 1000).filter((password) => passwordProblem(password) === null);
    expect(leaked.length).toBeGreaterThan(100);
    for (const password of leaked)
      expect(await isBreached(`${password[0]!.toUpperCase()}${password.slice(1).toLowerCase()}`), password).toBe(true);
  });
  it('don’t include others', async () => {
    for (const password of ['Quiet7Harbour', 'Fresh7Morning', 'Kv7xwxwxwxw', 'aB3密码密码密', `Aa1${'👍'.repeat(9)}`])
      expect(await isBreached(password), password).toBe(false);
  });
  it('are refused for the field that has the password', async () => {
    const config = { siteName: 'Night Harbor Tales' } as never;
    const refused = (field: string) => ({
      code: 'invalid_input',
      fields: { [field]: { code: 'password_too_common' } },
    });
    await expect(requireUnguessable({ config }, 'password', fitting[0]!)).rejects.toMatchObject(refused('password'));
    await expect(requireUnguessable({ config }, 'newPassword', 'NightHarbor77')).rejects.toMatchObject(
      refused('newPassword'),
    );
    await requireUnguessable({ config }, 'password', 'Quiet7Lantern');
  });
});
