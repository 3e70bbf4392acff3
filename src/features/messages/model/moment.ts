/** Until when something may be done, as it stands in a sentence; in the reader's own time zone unless one is given. */
export function momentText(at: Date, languageTag: string, timeZone?: string): string {
  return at.toLocaleString(languageTag, { dateStyle: 'full', timeStyle: 'short', ...(timeZone ? { timeZone } : {}) });
}

/**
 * Puts a deadline that a message names (in UTC, since the server does not know where the reader is) into the reader's own
 * time. Templates hold it as their one `<i>`.
 */
export function inOwnTime(content: string, deadline: string | null, languageTag: string): string {
  if (deadline === null) return content;
  // A function, since a replacement text has signs of its own.
  return content.replace(/<i>[^<]*<\/i>/, () => `<i>${momentText(new Date(deadline), languageTag)}</i>`);
}
