import { isFormerName } from '#core/former-member.ts';
import type { Language } from '#core/languages.ts';
import { translatorOf } from './catalogs.ts';

/** Returns “former author” for the name of an erased account. Returns other names unchanged. */
export function displayName(name: string, language: Language): string {
  return isFormerName(name) ? translatorOf(language).t('common.former_author') : name;
}

/**
 * Replaces the names of erased accounts in a response. In all responses, names are a `username` next to a `slug`, so
 * doing it here covers them all.
 */
export function withDisplayNames(answer: unknown, language: Language): unknown {
  if (Array.isArray(answer)) return answer.map((item) => withDisplayNames(item, language));
  if (typeof answer !== 'object' || answer === null) return answer;
  const entries = Object.entries(answer).map(([key, value]) => {
    if (key === 'username' && typeof value === 'string') return [key, displayName(value, language)];
    if (key === 'slug' && typeof value === 'string') return [key, isFormerName(value) ? '' : value];
    // Texts of chapters are deeply nested and contain no names.
    return [key, key === 'document' || key === 'content' ? value : withDisplayNames(value, language)];
  });
  return Object.fromEntries(entries);
}
