import { nameSkeleton } from './name-likeness.ts';

/** Usernames that pass for the team of the site. Only for the server, see `nameSkeleton`. */

/** Words for who runs the site and what it says, in the eight languages. */
const ROLES = `
  admin admins administrator administrators administration sysadmin superadmin superuser root webmaster postmaster mod mods
  moderator moderators moderation support helpdesk staff system customerservice customersupport noreply
  管理员 管理員 超级管理员 版主 站长 站長 系统 系統 系统消息 系统通知 客服 官方 审核员 技术支持
  administratorin administratoren verwaltung moderatorin moderatoren betreiber betreiberin kundendienst kundenservice
  systemverwalter systemverwaltung
  administrateur administratrice administrateurs modérateur modératrice modérateurs modération système assistance
  serviceclient webmestre
  관리자 운영자 운영진 운영팀 시스템 고객센터 고객지원 어드민 모더레이터 공식
  administrador administradora administração moderador moderadora moderação sistema suporte atendimento
  管理人 管理者 運営 運営者 運営事務局 モデレーター モデレータ アドミン システム サポート カスタマーサポート スタッフ 公式
  administración moderación soporte asistencia`;
/** Words that only pass for the team together with one of the others. */
const COMPANIONS =
  'the team official account bot 团队 團隊 offiziell équipe officiel 팀 equipe oficial チーム 事務局 equipo';

/** Letters of a name without accents, in the form in which names are compared. */
function lettersOf(text: string): string {
  return nameSkeleton(text)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const wordsOf = (list: string) => list.trim().split(/\s+/).map(lettersOf);
const roles = wordsOf(ROLES);
const companions = wordsOf(COMPANIONS);

/** True if the letters are one of the `main` words, alone or with more words. */
function consistsOf(letters: string, main: readonly string[]): boolean {
  /** For each length: whether the letters up to there are words, and whether one of them is a main word. */
  const ends: ('none' | 'companions' | 'main')[] = Array(letters.length + 1).fill('none');
  ends[0] = 'companions';
  for (let start = 0; start < letters.length; start += 1) {
    const before = ends[start]!;
    if (before === 'none') continue;
    for (const word of main) if (letters.startsWith(word, start)) ends[start + word.length] = 'main';
    for (const word of companions) {
      const end = start + word.length;
      if (letters.startsWith(word, start) && ends[end] !== 'main') ends[end] = before;
    }
  }
  return ends[letters.length] === 'main';
}

/**
 * True if a username consists of words for the team of the site, or is the name of the site, alone or with such words.
 * Digits and underscores don’t count, and digits that look like letters count as those.
 */
export function isOfficialName(username: string, siteName: string): boolean {
  const main = [...roles, ...wordsOf(`skein ${siteName.replace(/[^\p{L}\p{M}\p{N}]/gu, '')}`)].filter(Boolean);
  return [username, username.replace(/\p{N}/gu, '')].some((name) => consistsOf(lettersOf(name), main));
}
