import { createSaver, type SaverOptions } from '#web/saving/saver.ts';
import { failuresBy, SENT_WHILE_WRITING, type Writable } from '#web/saving/writable.ts';
import type { ChapterDraft } from '../../contract.ts';
import { type Changes, type ChapterForms, savable, type Written } from './written.ts';

export type { SaveState } from '#web/saving/saver.ts';

/** Adapts a chapter to the saver. Fields that are too long are held back; the rest is saved (product §4). */
const chapterText = ({
  nothing,
  writtenOf,
  isBlank,
  isSameText,
  unsavable,
  changesSince,
}: ChapterForms): Writable<ChapterDraft, Written, Changes> => ({
  nothing,
  sent: SENT_WHILE_WRITING,
  begins: 'blank',
  textOf: writtenOf,
  isBlank,
  isSame: isSameText,
  differs: (base, written) => !isSameText(base, written),
  sendable(base, written, { keepPresent }) {
    const wrong = unsavable(written);
    // A text to be kept in the version history is sent even without changes.
    const wanted = changesSince(base, written) ?? (keepPresent ? { title: written.title } : {});
    return { changes: savable(wanted, wrong), isWhole: Object.keys(wrong).length === 0 };
  },
  taken(_, base, written) {
    const wrong = unsavable(written);
    const held = Object.keys(wrong).map((field) => (field === 'content' ? 'document' : field));
    return { ...written, ...Object.fromEntries(Object.entries(base).filter(([field]) => held.includes(field))) };
  },
  failureOf: failuresBy('chapter_changed', [
    'chapter_in_review',
    'chapter_not_found',
    'story_not_found',
    'wrong_state',
    'forbidden',
    'only_by_rounds',
    'too_many_drafts',
    'round_not_found',
    'submission_not_found',
    'writing_closed',
    'not_participant',
    'story_full',
    'reapply_later',
  ]),
});

/** Saves a chapter while it is being written. */
export function createDraftSaver(forms: ChapterForms, options: SaverOptions<ChapterDraft, Written, Changes>) {
  return createSaver(chapterText(forms), options);
}

export type DraftSaver = ReturnType<typeof createDraftSaver>;
