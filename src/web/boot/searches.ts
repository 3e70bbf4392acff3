import { KEYS, readItem, writeItem } from './storage.ts';

/** Maximum number of earlier searches (spec §9). */
const SEARCHES_MAX = 20;

/** Newest first. */
export function keptSearches(): string[] {
  try {
    const list = JSON.parse(readItem(KEYS.searchHistory) ?? '[]');
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}

export function keepSearch(words: string): void {
  const next = [words, ...keptSearches().filter((entry) => entry !== words)].slice(0, SEARCHES_MAX);
  writeItem(KEYS.searchHistory, JSON.stringify(next));
}

export function forgetSearches(): void {
  writeItem(KEYS.searchHistory, null);
}
