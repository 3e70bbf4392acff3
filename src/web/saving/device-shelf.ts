import { namesOf } from './device-keys.ts';
import { keepWords, readWords } from './device-words.ts';

/** Stores texts of one kind in this browser, by the name of what they belong to. */
export function deviceShelf<Draft extends { page: string; at: string }>(
  start: string,
  parse: (given: unknown) => Draft,
) {
  const prefixOf = (memberId: string, name: string) => `${start}:${memberId}:${name}:`;
  const read = (memberId: string, key: string): Draft | null => {
    try {
      return parse(JSON.parse(readWords(memberId, key) ?? ''));
    } catch {
      return null;
    }
  };
  return {
    /** Returns false if storage is full or blocked. */
    keep: (memberId: string, name: string, draft: Draft): boolean =>
      keepWords(memberId, prefixOf(memberId, name) + draft.page, draft),
    forget(memberId: string, name: string, page: string): void {
      keepWords(memberId, prefixOf(memberId, name) + page, null);
    },
    /** Returns all texts that are stored under a name, newest first. */
    kept(memberId: string, name: string): Draft[] {
      const prefix = prefixOf(memberId, name);
      return namesOf(memberId)
        .filter((key) => key.startsWith(prefix))
        .map((key) => read(memberId, key))
        .filter((draft) => draft !== null)
        .sort((a, b) => b.at.localeCompare(a.at));
    },
  };
}
