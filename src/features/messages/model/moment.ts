import { describeDeadline } from '#core/deadline.ts';

/**
 * Converts the deadline in a message to the reader’s time zone. It is in UTC because the server doesn’t know that zone.
 * Templates contain it as their only `<i>`.
 */
export function inOwnTime(content: string, deadline: string | null, languageTag: string): string {
  if (deadline === null) return content;
  // A function, because a replacement string can contain special patterns such as `$&`.
  return content.replace(/<i>[^<]*<\/i>/, () => `<i>${describeDeadline(new Date(deadline), languageTag)}</i>`);
}
