import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldIssues, text } from '#core/fields.ts';
import type { TextRule } from '#core/text-rules.ts';
import { cpuMs } from '#testing/cpu-time.ts';
import { isCommonPassword, isMadeOfName } from './common-passwords.ts';
import { givenPassword, newPassword, PASSWORD_PARTS, passwordParts, passwordProblem } from './password.ts';

const codeOf = (rule: TextRule, value: unknown) => {
  const result = z.safeParse(z.object({ password: text(rule) }), { password: value }, { reportInput: true });
  return result.success ? null : fieldIssues(result.error).password?.code;
};
/** Returns a valid password of this many code points. */
const good = (length: number) => `Kv7${'xw'.repeat(20)}`.slice(0, length);

// Passwords with the error code that the spec requires (§5: 8–32 characters, lowercase, uppercase, digit).
const TABLE: [password: unknown, code: string | null][] = [
  // missing or empty
  [undefined, 'empty_password'],
  [null, 'empty_password'],
  [12345678, 'empty_password'],
  ['', 'empty_password'],
  ['        ', 'empty_password'],
  ['\u3000\u00a0\t\n    ', 'empty_password'],
  // length in code points
  [good(1), 'password_too_short'],
  [good(7), 'password_too_short'],
  [good(8), null],
  [good(9), null],
  [good(31), null],
  [good(32), null],
  [good(33), 'password_too_long'],
  [good(40), 'password_too_long'],
  ['Aa1👍👍👍👍', 'password_too_short'],
  ['Aa1👍👍👍👍👍', null],
  [`Aa1${'👍'.repeat(29)}`, null],
  [`Aa1${'👍'.repeat(30)}`, 'password_too_long'],
  ['Aa1👨‍👩‍👧', null],
  ['Kv7 kein', null],
  [' Kv7kein', null],
  [`Kv7 ${'a '.repeat(14)}`, null],
  // requirements: the first missing one is reported
  ['kleinohneziffer', 'password_needs_uppercase'],
  ['klein4ziffern', 'password_needs_uppercase'],
  ['GROSSOHNEZIFFER', 'password_needs_lowercase'],
  ['GROSS4ZIFFERN', 'password_needs_lowercase'],
  ['GrossUndKlein', 'password_needs_digit'],
  ['48105829', 'password_needs_lowercase'],
  ['!?!?!?!?', 'password_needs_lowercase'],
  ['密码密码密码密码', 'password_needs_lowercase'],
  ['a密码密码密码密', 'password_needs_uppercase'],
  ['aB密码密码密码', 'password_needs_digit'],
  ['aB3密码密码密', null],
  // letters of other scripts count, digits are 0–9
  ['ärgerÜber9', null],
  ['яблокоЮ5х', null],
  ['ΑθήναΒ12ώ', null],
  ['Kvartett٣٤٥', 'password_needs_digit'],
  ['Kvartett５６７', 'password_needs_digit'],
  ['Kvartett½⅓Ⅷ', 'password_needs_digit'],
  ['ⅷkvartett9', 'password_needs_uppercase'],
  // exactly as typed: neither trimmed nor normalized
  ['Cafe\u03017mar', null],
  // common passwords
  ['Password1', 'password_too_common'],
  ['P@ssw0rd', 'password_too_common'],
  ['Abc1Abc1', 'password_too_common'],
  ['Qwertz123', 'password_too_common'],
];

describe('new password', () => {
  it.each(TABLE)('%j → %s', (password, code) => expect(codeOf(newPassword, password)).toBe(code));

  it('meets all requirements exactly if no problem names one', () => {
    const letters = fc.constantFrom(...'abzßäяAZÄЯ019٣密👍 _-');
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 40 }), (password) => {
        const parts = passwordParts(password);
        const problem = passwordProblem(password);
        if (problem === null || problem === 'password_too_common')
          expect(PASSWORD_PARTS.every((part) => parts[part])).toBe(true);
        else if (problem === 'empty_password') expect(password.trim()).toBe('');
        else expect(PASSWORD_PARTS.every((part) => parts[part])).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('password of a login', () => {
  it.each([
    ['', 'empty_password'],
    ['   ', 'empty_password'],
    [undefined, 'empty_password'],
    [5, 'empty_password'],
    ['x', null],
    [' x ', null],
    ['x'.repeat(200), null],
    ['x'.repeat(201), 'invalid'],
  ])('%j → %s', (password, code) => expect(codeOf(givenPassword, password)).toBe(code));
});

/**
 * Builds what people choose if a rule asks for an uppercase letter and a digit: the most common words of published
 * lists, with the most common endings, and letters replaced by digits.
 */
function commonPasswords(): string[] {
  const words =
    `password qwerty dragon monkey letmein football iloveyou admin welcome login princess sunshine master shadow
    superman michael jennifer jordan hunter soccer batman trustno starwars baseball ashley charlie daniel jessica
    computer freedom whatever summer winter spring autumn monday january december liverpool chelsea arsenal barcelona
    qwertyuiop asdfghjkl zxcvbnm qazwsx passwort motdepasse contrasena senha willkommen bonjour hello changeme secret
    access flower cookie cheese pepper ginger killer george thomas robert andrew joshua matthew google facebook samsung
    pokemon naruto woaini mustang ferrari yankees`.split(/\s+/);
  const endings = [
    '1',
    '12',
    '123',
    '1234',
    '12345',
    '1!',
    '123!',
    '01',
    '2023',
    '2024',
    '2025',
    '2026',
    '!1',
    '@123',
    '#1',
    '69',
    '007',
  ];
  const shapes = [
    (word: string) => word[0]!.toUpperCase() + word.slice(1),
    (word: string) => word.slice(0, -1) + word.at(-1)!.toUpperCase(),
    (word: string) => (word[0]!.toUpperCase() + word.slice(1)).replace('o', '0').replaceAll('a', '@'),
    (word: string) => (word[0]!.toUpperCase() + word.slice(1)).replaceAll('e', '3').replaceAll('i', '1'),
  ];
  const listed =
    `Aa123456 Aa123456! Aa12345678 Abcd1234 Abc12345 Abc123456 Abcd1234! A1234567a Qwer1234 Qwe12345 Qaz123456
    Qwerty123 Qwerty12 Qwerty1! Qwerty12345 1qaz2wsxQ 1Qaz2wsx 1qaz@WSX 1q2w3e4R 1Q2w3e4r Zxcvbnm1 Asdf1234 Asdfgh12
    P@ssw0rd P@ssw0rd1 P@55w0rd P4ssw0rd Passw0rd Passw0rd! Pa$$w0rd Pa55word PassWord1 PASSWORd1 Admin123 Admin@123
    Test1234 Test123! Welcome1 Welcome123 Hello123 Love1234 Iloveyou1 Zaq12wsx Zaq1zaq1 Qq123456 Qq123456! Aaaa1111
    Aa112233 A123456a Abcdef12 Abcdefg1 Asd12345 Asdf123! Xx123456 Zz123456 Ab123456 Az123456 Summer2024! Winter2025!`.split(
      /\s+/,
    );
  const made = words.flatMap((word) => shapes.flatMap((shape) => endings.map((ending) => shape(word) + ending)));
  return [...new Set([...listed, ...made])].filter((password) => {
    const problem = passwordProblem(password);
    return problem === null || problem === 'password_too_common';
  });
}

describe('the most common passwords', () => {
  const common = commonPasswords();
  it('are more than a thousand', () => expect(common.length).toBeGreaterThan(1000));
  it('are all refused', () => {
    expect(common.filter((password) => !isCommonPassword(password))).toEqual([]);
  });
  it('are refused without refusing uncommon ones', () => {
    const uncommon =
      `Quiet7Harbour Lantern4Otter Kv7xwxwx T4bleLamp9 bl4uerHimmel7X Vier9Kastanien rIver88stone Nebel3haus
      Correct7Horse Zwoelf5Boote Petit0Nuage Mar7Abierto Kaffee9Tasse Umbrella3Row ёлка7Снег Hr8mQpz2Lw Passerine4Wing
      Secretary9Bird Adminton4Xy Dragonfly7Pond Monkeypuzzle3 Loverly8Hat Masterpiece5X Hello9Ferry7Boat`
        .split(/\s+/)
        .filter((password) => isCommonPassword(password));
    expect(uncommon).toEqual([]);
  });
  it('are recognized quickly, whatever the input', () => {
    for (const hostile of ['a'.repeat(32), 'ab'.repeat(16), `${'1'.repeat(31)}x`, 'aA1'.repeat(10), '!'.repeat(32)]) {
      const start = cpuMs();
      isCommonPassword(hostile);
      expect(cpuMs() - start).toBeLessThan(50);
    }
  });
});

describe('the name of the site', () => {
  it.each([
    ['Skein', 'MySkein2026', true],
    ['Skein', 'SKEIN-skein-1a', true],
    ['Skein', '5k31n-Password', true],
    ['Skein', 'Skeinstory12', true],
    ['Skein', 'Skein7Lantern', false],
    ['Night Harbor Tales', 'NightHarborTales1', true],
    ['Night Harbor Tales', 'Harbor2026!', true],
    ['Night Harbor Tales', 'Quiet7Harbor', false],
    // Parts of many words.
    ['Ink', 'Drinking7Ink', false],
    ['夜の港', 'Quiet7Harbor', false],
    ['', 'Quiet7Harbor', false],
  ])('%s in %s is refused: %s', (site, password, refused) => expect(isMadeOfName(password, site)).toBe(refused));
});
