const MAX_ID = 9223372036854775807n;

/**
 * Returns whether a text can be the id of a row: a positive 64-bit number. Without a schema, so that pages can use it
 * too.
 */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= MAX_ID;
}
