import type * as z from 'zod/mini';
import { byName, keysOf } from '#core/records.ts';
import type { Row } from '#platform/db/rows.ts';
import { COLUMNS } from '#platform/db/schema.ts';
import type { ChapterFieldName, ChapterFields, ChapterValues, GivenValues } from '../model/chapter-field-list.ts';
import { chapterField } from '../model/chapter-field-list.ts';

/** Where the values of the fields are stored: in columns of `chapter_drafts` and of `chapters`, under their names. */

const OTHER_COLUMNS = ['chapter_id', 'story_id', 'document', 'units', 'version', 'saved_at', 'is_minor_edit'] as const;
type CopyColumn = Exclude<keyof Row<'chapter_drafts'>, (typeof OTHER_COLUMNS)[number]> & keyof Row<'chapters'>;
type KeptColumn = CopyColumn & keyof Row<'chapter_revisions'>;

export const COPY_COLUMNS = COLUMNS.chapter_drafts.filter(
  (column): column is CopyColumn => !OTHER_COLUMNS.some((other) => other === column),
);

/** Those that the version history has, too. */
export const KEPT_COLUMNS = COLUMNS.chapter_revisions.filter((column): column is KeptColumn =>
  COPY_COLUMNS.some((copied) => copied === column),
);

/** The fields of a working copy. */
export type CopyFields = Pick<Row<'chapter_drafts'>, CopyColumn>;

/** A field whose values fit into its columns. */
type Stored<F extends ChapterFieldName> = F extends CopyColumn
  ? [z.output<ChapterFields[F]['schema']>] extends [Row<'chapter_drafts'>[F] & Row<'chapters'>[F]]
    ? ChapterFields[F]
    : never
  : never;

declare module '#platform/features/feature.ts' {
  interface Registries {
    /** The fields of chapters. The migration of each feature adds the columns of its own. */
    readonly chapterFields: { readonly [F in ChapterFieldName]: Stored<F> };
  }
}

/** Returns only the fields of a working copy. */
export function copyFields(copy: CopyFields): CopyFields {
  return byName<CopyFields>(COPY_COLUMNS, (column) => copy[column]);
}

/** Returns the fields of a version. */
export function keptFields(version: Pick<CopyFields, KeptColumn>): Pick<CopyFields, KeptColumn> {
  return byName<Pick<CopyFields, KeptColumn>>(KEPT_COLUMNS, (column) => version[column]);
}

/** Returns the fields of a new chapter. */
export function initialFields(fields: ChapterFields, given: GivenValues = {}): ChapterValues {
  return byName<ChapterValues>(keysOf(fields), (name) => given[name] ?? chapterField(fields, name).initial);
}

/** The values of the fields as views have them. */
export type ShownValues = { [F in ChapterFieldName]: z.output<ChapterFields[F]['view']> };

/** Returns the values of a working copy, or of a published chapter. */
export function shownValues(fields: ChapterFields, copy: { [F in ChapterFieldName]: unknown }): ShownValues {
  return byName<ShownValues>(keysOf(fields), (name) => copy[name]);
}

/** Returns the texts that a submission is judged by, besides the text of the chapter. */
export function reviewedFields(fields: ChapterFields, copy: CopyFields): { field: string; text: string }[] {
  return keysOf(fields).flatMap((name) => {
    const { reviewedAs } = chapterField(fields, name);
    const text = String(copy[name]);
    return reviewedAs && text ? [{ field: reviewedAs, text }] : [];
  });
}
