import type { ColumnType } from 'kysely';

/**
 * What each jsonb column holds, by `table.column`. The feature that owns the column declares it in its
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
// biome-ignore lint/suspicious/noEmptyInterface: the owners of the columns fill it by declaration merging
export interface JsonColumns {}

type Held<Column extends string> = Column extends keyof JsonColumns ? JsonColumns[Column] : unknown;

declare const holds: unique symbol;

/** JSON as text that is known to hold a `T`. Only `toJson` makes it. */
export type JsonText<T> = string & { readonly [holds]: T };

/** The text that a jsonb column is written with. The driver would write an array as an array of PostgreSQL. */
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
