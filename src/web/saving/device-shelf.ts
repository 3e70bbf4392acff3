/** Stores texts of one kind in this browser, by the name of what they belong to. */
export function deviceShelf<Draft extends { page: string; at: string }>(
  start: string,
  parse: (given: unknown) => Draft,
) {
  const prefixOf = (memberId: string, name: string) => `${start}:${memberId}:${name}:`;
  const read = (key: string): Draft | null => {
    try {
      return parse(JSON.parse(localStorage.getItem(key) ?? ''));
    } catch {
      return null;
    }
  };
  return {
    /** Returns false if storage is full or blocked. */
    keep(memberId: string, name: string, draft: Draft): boolean {
      try {
        localStorage.setItem(prefixOf(memberId, name) + draft.page, JSON.stringify(draft));
        return true;
      } catch {
        return false;
      }
    },
    forget(memberId: string, name: string, page: string): void {
      try {
        localStorage.removeItem(prefixOf(memberId, name) + page);
      } catch {
        // Storage is blocked, so there is nothing to delete.
      }
    },
    /** Returns all texts that are stored under a name, newest first. */
    kept(memberId: string, name: string): Draft[] {
      const prefix = prefixOf(memberId, name);
      try {
        return Object.keys(localStorage)
          .filter((key) => key.startsWith(prefix))
          .map(read)
          .filter((draft) => draft !== null)
          .sort((a, b) => b.at.localeCompare(a.at));
      } catch {
        return [];
      }
    },
  };
}
