const NUMBER = /^(?:\d{4}-\d{2}-)?([1-9]\d{0,18})$/;

/** Returns the number by which people refer to a public report or a decision, such as `2026-11-4417`. */
export function referenceNumber(id: string, at: Date): string {
  return `${at.toISOString().slice(0, 7)}-${id}`;
}

/** Returns the id in a reference number, or null if it isn’t one. Links in messages have only the id. */
export function idOfReference(number: string): string | null {
  return NUMBER.exec(number)?.[1] ?? null;
}
