import type { Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';

/**
 * Pages by key and not by number: a page costs the same wherever it is, and what is added meanwhile moves nothing.
 * A cursor is opaque to callers; one that we did not make is refused.
 */

const ID = /^[1-9]\d{0,18}$/;

function invalid(): AppError {
  return new AppError('invalid_input', { fields: { cursor: { code: 'invalid' } } });
}

/** The cursor of a list ordered by id. */
export function idCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (!ID.test(cursor)) throw invalid();
  return cursor;
}

/** The cursor of a list ordered by a value and then by id. */
export function pairCursor(cursor: string | undefined): { value: string; id: string } | null {
  if (cursor === undefined) return null;
  const [value, id] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ', 2);
  if (value === undefined || value.length > 40 || !/^[\w.:+-]+$/.test(value) || id === undefined || !ID.test(id))
    throw invalid();
  return { value, id };
}

export function makePairCursor(value: string | number | Date, id: string): string {
  const text = value instanceof Date ? value.toISOString() : String(value);
  return Buffer.from(`${text} ${id}`).toString('base64url');
}

/** One page of rows that were asked for with `limit + 1`: the one too many tells that there is a next page. */
export function pageOf<Row, View>(
  rows: Row[],
  limit: number,
  view: (row: Row) => View,
  cursor: (row: Row) => string,
): Page<View> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(view), next: rows.length > limit && last !== undefined ? cursor(last) : null };
}
