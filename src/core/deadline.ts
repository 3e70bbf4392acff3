/** Times of day have 24 hours in all languages. */
export const HOURS = { hourCycle: 'h23' } as const;

/** Hours and minutes as `timeStyle: 'short'` writes them, which can’t be combined with single parts of a date. */
export function clockParts(language: string) {
  return { ...HOURS, hour: /^(es|ja)/.test(language) ? 'numeric' : '2-digit', minute: '2-digit' } as const;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating one takes longer than the page around it (docs/quality.md, S3). */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, format);
  return format;
}

/**
 * Formats a deadline for use in a sentence, with its weekday. The only way in which pages and messages do. The year is
 * named if it isn’t the current one. In the reader’s own time zone unless one is given, which is then named, too, by its
 * abbreviation: its full name (“heure : France”) doesn’t fit into a sentence.
 */
export function describeDeadline(at: Date, language: string, timeZone?: string): string {
  const year = at.getUTCFullYear() === new Date().getUTCFullYear() ? {} : ({ year: 'numeric' } as const);
  const day = { weekday: 'long', day: 'numeric', month: 'long', ...year } as const;
  const zone = timeZone === undefined ? {} : ({ timeZone, timeZoneName: 'short' } as const);
  return dateFormat(language, { ...day, ...clockParts(language), ...zone }).format(at);
}
