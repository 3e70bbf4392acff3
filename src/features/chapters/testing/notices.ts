import type { NoticeExamples } from '#testing/notice-examples.ts';

const NAMED = { story: 'STORY', chapter: 'CHAPTER' };

export const notices: NoticeExamples = {
  chapter_approved: { params: [NAMED] },
  chapter_rejected: {
    params: [
      { ...NAMED, reason: 'REASON' },
      { ...NAMED, reason: 'REASON', rule: 'pornography' },
    ],
    unsaid: ['rule'],
  },
  chapter_hidden: { params: [{ ...NAMED, rule: 'pornography' }], unsaid: ['rule'] },
  chapter_shown: { params: [NAMED] },
  hidden_edit_passed: { params: [NAMED] },
  chapter_taken_down: { params: [NAMED] },
  chapter_published_again: { params: [NAMED] },
};
