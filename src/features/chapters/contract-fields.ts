import * as z from 'zod/mini';
import { byName, keysOf } from '#core/records.ts';
import type { ChapterFieldName, ChapterFields } from './model/chapter-field-list.ts';

type SavedShape = { [F in ChapterFieldName]: z.ZodMiniOptional<ChapterFields[F]['schema']> };
type ShownShape = { [F in ChapterFieldName]: ChapterFields[F]['view'] };
type PublishedShape = { [F in ChapterFieldName]: z.ZodMiniNullable<ChapterFields[F]['view']> };
export type PublishedValues = { [F in ChapterFieldName]: z.output<PublishedShape[F]> };

/** The fields of a save. */
export const savedShape = (fields: ChapterFields) =>
  byName<SavedShape>(keysOf(fields), (name) => z.optional(fields[name].schema));
/** The fields of a draft. */
export const shownShape = (fields: ChapterFields) => byName<ShownShape>(keysOf(fields), (name) => fields[name].view);
/** The fields of a published chapter, which are null while it is hidden. */
export const publishedShape = (fields: ChapterFields) =>
  byName<PublishedShape>(keysOf(fields), (name) => z.nullable(fields[name].view));
