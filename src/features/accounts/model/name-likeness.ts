import { skeletonOf } from '#core/confusables.ts';

/** Rules against usernames that pass for another member’s. Only for the server, see `skeletonOf`. */

/** Scripts that are written together. Marks and most digits belong to several, a name must fit into one of them. */
const WRITTEN_TOGETHER = [
  // Names in Chinese, Japanese and Korean often contain Latin letters.
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Common}\p{scx=Inherited}]*$/u,
  /^[\p{scx=Cyrillic}\p{scx=Common}\p{scx=Inherited}]*$/u,
  /^[\p{scx=Greek}\p{scx=Common}\p{scx=Inherited}]*$/u,
  // All other scripts. Few of their letters look like letters of each other.
  /^[^\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Cyrillic}\p{Script=Greek}]*$/u,
];

/** True if a username mixes scripts that are never written together, such as Latin and Cyrillic. */
export function mixesScripts(username: string): boolean {
  return !WRITTEN_TOGETHER.some((scripts) => scripts.test(username));
}

/**
 * Returns the skeleton of a username, also between uppercase and lowercase: “Bill”, “BILL” and “Ві11” have the same. It
 * is coarse. Names with the same skeleton can both be honest, such as “Marn” and “Mam”.
 */
export function nameSkeleton(username: string): string {
  // Twice, because some letters only look alike in uppercase, others only in lowercase.
  const lower = skeletonOf(skeletonOf(username).toLowerCase());
  // An uppercase I looks like a lowercase L, so in lowercase an I has to be one, too.
  return lower.replaceAll('i', 'l');
}
