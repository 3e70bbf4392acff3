import type { NoticeExamples } from '#testing/notice-examples.ts';

const answered = ['REASON', ''].map((reason) => ({ name: 'NAME', reason }));

export const notices: NoticeExamples = {
  story_approved: { params: [{ story: 'STORY' }] },
  story_rejected: {
    params: [
      { story: 'STORY', reason: 'REASON' },
      { story: 'STORY', reason: 'REASON', rule: 'plagiarism' },
    ],
    unsaid: ['rule'],
  },
  story_handed: { params: [{ story: 'STORY' }] },
  category_accepted: { params: answered },
  category_declined: { params: answered },
};
