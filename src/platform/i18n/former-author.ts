import { isFormerName } from '#core/former-member.ts';
import type { Language } from '#core/languages.ts';
import { translatorOf } from './catalogs.ts';

/** The words for a member who is gone; any other name as it is. */
export function displayName(name: string, language: Language): string {
  return isFormerName(name) ? translatorOf(language).t('common.former_author') : name;
}

/**
 * The answer with every name in it as it may be shown. Names stand in many answers and always as `username` beside a
 * `slug`, so this is the one place for all of them: nobody can forget it.
 */
export function withDisplayNames(answer: unknown, language: Language): unknown {
  if (Array.isArray(answer)) return answer.map((item) => withDisplayNames(item, language));
  if (typeof answer !== 'object' || answer === null) return answer;
  const entries = Object.entries(answer).map(([key, value]) => {
    if (key === 'username' && typeof value === 'string') return [key, displayName(value, language)];
    if (key === 'slug' && typeof value === 'string') return [key, isFormerName(value) ? '' : value];
    // Texts of chapters are deep and name nobody.
    return [key, key === 'document' || key === 'content' ? value : withDisplayNames(value, language)];
  });
  return Object.fromEntries(entries);
}
