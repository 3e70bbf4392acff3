import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mixesScripts, nameSkeleton } from './name-likeness.ts';
import { isOfficialName } from './official-names.ts';

describe('names that mix scripts', () => {
  it.each(['Аda', 'Castellаn', 'ΝIKOS', 'раypal', 'Ада_Lovelace', 'Ꭺda', 'ad٠', 'Ελеνη'])('include %j', (name) =>
    expect(mixesScripts(name)).toBe(true),
  );
  it.each([
    'Ada_Lovelace9',
    'Zoë',
    'Straße',
    'Дарья_7',
    'Ελένη',
    '雨水',
    'わすれもの係',
    'ラーメン二郎',
    '雨A',
    'Tokyo東京とうきょう',
    '막차를',
    '金小姐Kim',
    '김민수_kim',
    'नमस्ते',
    'สวัสดี',
    'مريم',
    'מרים',
    '42__',
  ])('don’t include %j', (name) => expect(mixesScripts(name)).toBe(false));
});

describe('the skeleton', () => {
  it.each([
    ['Castellan', 'Cаstellаn', 'CasteIIan', 'CASTELLAN', 'castellan', 'Caste11an', 'СASTELLAN'],
    ['Bob_0', 'ВОВ_О', 'bob_o'],
    ['Mira', 'rnira', 'МIRА'],
  ])('is the same for names that look alike: %j', (...names) => {
    expect(new Set(names.map(nameSkeleton)).size).toBe(1);
  });
  it.each([
    ['Ann', 'Anne'],
    ['Zoe', 'Zoë'],
    ['雨水', '雨氷'],
    ['Дарья', 'Darya'],
  ])('differs between %j and %j', (one, other) => expect(nameSkeleton(one)).not.toBe(nameSkeleton(other)));
  it('is the skeleton of itself, and the same in lowercase and uppercase', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w\u00df-\u017e\u0391-\u03c9\u0410-\u044f]{2,12}$/), (name) => {
        expect(nameSkeleton(nameSkeleton(name))).toBe(nameSkeleton(name));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('names for the team of the site', () => {
  it.each([
    'Administrator',
    'moderator',
    'System',
    'Skein',
    'support_Skein',
    'Skein_Support_Team',
    'Yarn_Club',
    'yarnclub_official',
    'Official_Moderator',
    'The_Admins',
    'admin_42',
    'M0DERAT0R',
    'Modérateur',
    'moderateur_1',
    'Administração',
    'Kundendienst',
    '管理员',
    '官方客服',
    '시스템_관리자',
    '운영팀',
    '運営事務局',
    'モデレーター',
    'Administración',
    'Мoderator',
    'ΑDΜΙΝ',
  ])('include %j', (name) => expect(isOfficialName(name, 'Yarn Club')).toBe(true));
  it.each([
    'Admiral',
    'Moderata',
    'Team_Rain',
    'official',
    'Systematic',
    'Ada_Moderates',
    'Modest',
    'Supporter_of_cats',
    'Skeins_of_wool',
    'Yarn',
    'Club',
    '小管理',
    '公式集',
    '운영이네',
    'writer_ab23cd',
    '__',
    '42',
  ])('don’t include %j', (name) => expect(isOfficialName(name, 'Yarn Club')).toBe(false));
  it('don’t include members of the demo', () => {
    const file = join(import.meta.dirname, '../../../../scripts/demo/library/members.json');
    const members: { username: string }[] = JSON.parse(readFileSync(file, 'utf8'));
    expect(members.length).toBeGreaterThan(5);
    for (const { username } of members) {
      expect([username, isOfficialName(username, 'Skein')]).toEqual([username, false]);
      expect([username, mixesScripts(username)]).toEqual([username, false]);
    }
  });
});
