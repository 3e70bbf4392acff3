import * as z from 'zod/mini';
import { isoTime } from '#core/fields.ts';
import { EDIT_STATUSES } from '#features/stories/model/story-status.ts';

/** What a member may do with a chapter or with its edit. */
export const Can = z.strictObject({
  edit: z.boolean(),
  submit: z.boolean(),
  withdraw: z.boolean(),
  delete: z.boolean(),
  discardEdit: z.boolean(),
});

/** What a save answers: nothing of the text, which the caller has. */
export const ChapterSave = z.strictObject({
  version: z.int(),
  savedAt: isoTime,
  units: z.int(),
  /** Those of its paragraphs and headings in reading order, new ones among them; null when no text was given. */
  ids: z.nullable(z.array(z.string())),
  /** Where a published chapter is edited: how the edit stands, and what its author may do with it. */
  edit: z.nullable(z.strictObject({ status: z.enum(EDIT_STATUSES), can: Can })),
});
export type ChapterSave = z.output<typeof ChapterSave>;
