/** Where this browser keeps texts of one kind, each under the name of what it belongs to. */
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
    /** False when this browser keeps nothing: storage is full, or refused. */
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
        // Refused: there is nothing to forget.
      }
    },
    /** All that is kept under a name, newest first. */
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
