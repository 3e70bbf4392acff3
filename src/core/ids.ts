const MAX_ID = 9223372036854775807n;

/** True for what the database can compare with the id of a row: a positive 64-bit number. Pages ask too, without schemas. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= MAX_ID;
}
