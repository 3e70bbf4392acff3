import { createSaver, type SaverOptions } from '#web/saving/saver.ts';
import {
  failuresBy,
  MEMBER_REFUSALS,
  type Refusals,
  type RefusalsOf,
  SENT_WHILE_WRITING,
  type Writable,
} from '#web/saving/writable.ts';
import type { ChapterDraft, chapterApi } from '../../contract.ts';
import { type Changes, type ChapterForms, savable, type Written } from './written.ts';

export type { SaveState } from '#web/saving/saver.ts';

const SAVE_REFUSALS: RefusalsOf<typeof chapterApi.update> = {
  ...MEMBER_REFUSALS,
  chapter_changed: 'changed',
  chapter_in_review: 'closed',
  chapter_not_found: 'closed',
  wrong_state: 'closed',
  forbidden: 'closed',
};

/** What it means for the text if the chapter can’t be created. */
export const CREATE_REFUSALS: RefusalsOf<typeof chapterApi.create> = {
  ...MEMBER_REFUSALS,
  story_not_found: 'closed',
  chapter_not_found: 'closed',
  forbidden: 'closed',
  wrong_state: 'closed',
  not_your_turn: 'closed',
  only_by_rounds: 'closed',
  no_continuation_left: 'closed',
  path_too_deep: 'closed',
  too_many_drafts: 'closed',
};

/** Adapts a chapter to the saver. Fields that are too long are held back; the rest is saved (product §4). */
const chapterText = (
  { nothing, writtenOf, isBlank, isSameText, unsavable, changesSince }: ChapterForms,
  refusals: Refusals,
): Writable<ChapterDraft, Written, Changes> => ({
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
  failureOf: failuresBy({ ...SAVE_REFUSALS, ...refusals }),
});

/** Saves a chapter while it is being written. `refusals` are those of the call that creates it. */
export function createDraftSaver(
  forms: ChapterForms,
  options: SaverOptions<ChapterDraft, Written, Changes>,
  refusals: Refusals = CREATE_REFUSALS,
) {
  return createSaver(chapterText(forms, refusals), options);
}

export type DraftSaver = ReturnType<typeof createDraftSaver>;
