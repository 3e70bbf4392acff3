import type { Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { isId } from '#core/ids.ts';

/**
 * Pages by key and not by number: a page costs the same wherever it is, and what is added meanwhile moves nothing.
 * A cursor is opaque to callers; one that we did not make is refused.
 */

/** A number or a moment, as `makePairCursor` writes them: 21 digits before the point at most, and 6 zeros and 17 digits behind it. */
const VALUE = /^(-?\d{1,21}(\.\d{1,23})?(e[+-]\d{1,3})?|\d{4}-\d\d-\d\dT[\d:.]{5,15}(Z|[+-]\d\d(:?\d\d)?)?)$/;

function invalid(): AppError {
  return new AppError('invalid_input', { fields: { cursor: { code: 'invalid' } } });
}

/** The cursor of a list ordered by id. */
export function idCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (!isId(cursor)) throw invalid();
  return cursor;
}

/** The cursor of a list ordered by a value and then by id. */
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

/** One page of rows that were asked for with `limit + 1`: the one too many tells that there is a next page. */
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
