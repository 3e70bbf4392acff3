import type { ColumnType } from 'kysely';

/**
 * The type of each jsonb column, by `table.column`. The feature that owns the column declares it in its
 * `server/json-columns.ts`, so that this module imports no feature:
 *
 *     declare module '#platform/db/json.ts' {
 *       interface JsonColumns {
 *         'chapter_texts.document': ChapterDocument;
 *       }
 *     }
 *
 * A column that no feature declares is read as `unknown`.
 */
export interface JsonColumns {}

type Held<Column extends string> = Column extends keyof JsonColumns ? JsonColumns[Column] : unknown;

declare const holds: unique symbol;

/** JSON text of a `T`. Only `toJson` creates it. */
export type JsonText<T> = string & { readonly [holds]: T };

/** Returns the text to write to a jsonb column. The driver would write an array as a PostgreSQL array. */
export function toJson<T>(value: T): JsonText<T> {
  return JSON.stringify(value) as JsonText<T>;
}

type Text<Column extends string> = JsonText<Held<Column>>;

export type Json<Column extends string> = ColumnType<Held<Column>, Text<Column>, Text<Column>>;
export type JsonWithDefault<Column extends string> = ColumnType<Held<Column>, Text<Column> | undefined, Text<Column>>;
export type NullableJson<Column extends string> = ColumnType<
  Held<Column> | null,
  Text<Column> | null | undefined,
  Text<Column> | null
>;
