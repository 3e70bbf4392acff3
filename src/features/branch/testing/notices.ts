import type { NoticeExamples } from '#testing/notice-examples.ts';

const added = { user: 'USER', slug: 'user-1', story: 'STORY', chapter: 'CHAPTER' };

export const notices: NoticeExamples = {
  path_continued: { params: [{ ...added, parent: 'PARENT' }] },
  path_added: { params: [added] },
};
