const NUMBER = /^(?:\d{4}-\d{2}-)?([1-9]\d{0,18})$/;

/** Returns the number by which people refer to a public report or a decision, such as `2026-11-4417`. */
export function referenceNumber(id: string, at: Date): string {
  return `${at.toISOString().slice(0, 7)}-${id}`;
}

/** Returns the id in such a number, which may stand alone as in links of messages. Null if it is none. */
export function idOfReference(number: string): string | null {
  return NUMBER.exec(number)?.[1] ?? null;
}
