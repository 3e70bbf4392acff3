/** A letter beyond ASCII, with what stands before it. */
const WIDE = /(\\?)([\u0080-\uffff])/g;

/**
 * The same script with its letters beyond ASCII as escapes: Node keeps two bytes for every letter of a file that holds a
 * single one. A letter behind a backslash stays, since another one would change what it says, and so does a whole script that
 * reads its texts raw.
 */
export function narrow(code: string): string {
  if (code.includes('String.raw')) return code;
  return code.replace(WIDE, (whole, before: string, letter: string) =>
    before ? whole : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
