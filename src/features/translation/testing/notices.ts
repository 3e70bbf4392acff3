import type { NoticeExamples } from '#testing/notice-examples.ts';

const STORY = { story: 'STORY', language: 'de' };
const DECIDED = { ...STORY, reason: 'REASON' };

export const notices: NoticeExamples = {
  // The reason of an approved translation is internal.
  story_translation_approved: { params: [DECIDED], unsaid: ['reason'] },
  story_translation_rejected: { params: [DECIDED] },
  chapter_translation_approved: { params: [{ ...DECIDED, chapter: 'CHAPTER' }], unsaid: ['reason'] },
  chapter_translation_rejected: { params: [{ ...DECIDED, chapter: 'CHAPTER' }] },
  translation_stale: { params: [STORY, { ...STORY, chapter: 'CHAPTER' }] },
  translated_deleted: { params: [{ story: 'STORY' }] },
};
