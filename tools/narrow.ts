/** A non-ASCII character, with the backslash before it if there is one. */
const WIDE = /(\\?)([\u0080-\uffff])/g;

/**
 * Replaces non-ASCII characters in a script with escapes. A single one makes Node store two bytes for every character
 * of the file. Characters after a backslash are kept, because an escape there would change the meaning. Scripts that
 * use `String.raw` are returned unchanged.
 */
export function narrow(code: string): string {
  if (code.includes('String.raw')) return code;
  return code.replace(WIDE, (whole, before: string, letter: string) =>
    before ? whole : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
