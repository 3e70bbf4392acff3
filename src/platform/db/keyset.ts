import type { Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { isId } from '#core/ids.ts';

/**
 * Keyset pagination: every page costs the same, and rows that are added in the meantime shift nothing. Cursors are
 * opaque to callers. Cursors that we didn’t create are refused.
 */

/**
 * A number or a time, as written by `makePairCursor`. Numbers have at most 21 digits before the decimal point, and 6
 * zeros and 17 digits after it.
 */
const VALUE = /^(-?\d{1,21}(\.\d{1,23})?(e[+-]\d{1,3})?|\d{4}-\d\d-\d\dT[\d:.]{5,15}(Z|[+-]\d\d(:?\d\d)?)?)$/;

function invalid(): AppError {
  return new AppError('invalid_input', { fields: { cursor: { code: 'invalid' } } });
}

/** Parses the cursor of a list that is ordered by id. Throws `invalid_input`. */
export function idCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (!isId(cursor)) throw invalid();
  return cursor;
}

/** Parses the cursor of a list that is ordered by a value and then by id. Throws `invalid_input`. */
export function pairCursor(cursor: string | undefined): { value: string; id: string } | null {
  if (cursor === undefined) return null;
  const [value, id] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ', 2);
  if (value === undefined || !VALUE.test(value) || id === undefined || !isId(id)) throw invalid();
  return { value, id };
}

export function makePairCursor(value: string | number | Date, id: string): string {
  const text = value instanceof Date ? value.toISOString() : String(value);
  return Buffer.from(`${text} ${id}`).toString('base64url');
}

/** Returns one page. Query `limit + 1` rows: the extra one shows that there is a next page. */
export function keysetPageOf<Row, View>(
  rows: Row[],
  limit: number,
  view: (row: Row) => View,
  cursor: (row: Row) => string,
): Page<View> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(view), next: rows.length > limit && last !== undefined ? cursor(last) : null };
}
