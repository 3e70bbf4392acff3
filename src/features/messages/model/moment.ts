/** Formats a deadline for use in a sentence, in the reader’s own time zone unless one is given. */
export function momentText(at: Date, languageTag: string, timeZone?: string): string {
  return at.toLocaleString(languageTag, { dateStyle: 'full', timeStyle: 'short', ...(timeZone ? { timeZone } : {}) });
}

/** Formats a deadline with the name of its time zone, for readers whose clock may show another one. */
export function zonedMomentText(at: Date, languageTag: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(languageTag, { timeZone, timeZoneName: 'short' }).formatToParts(at);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${momentText(at, languageTag, timeZone)} ${zone}`;
}

/**
 * Converts the deadline in a message to the reader’s time zone. It is in UTC because the server doesn’t know that zone.
 * Templates contain it as their only `<i>`.
 */
export function inOwnTime(content: string, deadline: string | null, languageTag: string): string {
  if (deadline === null) return content;
  // A function, because a replacement string can contain special patterns such as `$&`.
  return content.replace(/<i>[^<]*<\/i>/, () => `<i>${momentText(new Date(deadline), languageTag)}</i>`);
}
