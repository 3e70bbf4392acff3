import type { NoticeExamples } from '#testing/notice-examples.ts';

export const notices: NoticeExamples = {
  chapter_out: { params: [{ story: 'STORY', chapter: 'CHAPTER' }] },
  first_readers: { params: [{ story: 'STORY', chapter: 'CHAPTER', count: 10 }] },
  mail_stopped: { params: [{}] },
};
