import * as z from 'zod/mini';
import { isoTime } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { EDIT_STATUSES } from '#features/stories/model/story-status.ts';

/** Actions that a member may take on a chapter or its edit. */
export const Can = z.strictObject({
  edit: z.boolean(),
  submit: z.boolean(),
  withdraw: z.boolean(),
  takeDown: z.boolean(),
  delete: z.boolean(),
  discardEdit: z.boolean(),
});

/** Response of a save. It doesn't include the text, which the caller already has. */
export const ChapterSave = z.strictObject({
  version: z.int(),
  savedAt: isoTime,
  units: z.int(),
  /** Ids of all paragraphs and headings, in reading order. Null if the request had no text. */
  ids: z.nullable(z.array(z.string())),
  /**
   * The language that the text seems to be written in, from 200 characters on. Null if it is unclear, or if the request
   * had no text.
   */
  language: z.nullable(z.enum(LANGUAGES)),
  /** Status of the edit of a published chapter, and what its author may do with it. Null if there is no edit. */
  edit: z.nullable(z.strictObject({ status: z.enum(EDIT_STATUSES), can: Can })),
});
export type ChapterSave = z.output<typeof ChapterSave>;
