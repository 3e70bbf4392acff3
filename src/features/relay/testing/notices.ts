import { EXAMPLE_DEADLINE, type NoticeExamples } from '#testing/notice-examples.ts';

export const notices: NoticeExamples = {
  relay_your_turn: {
    params: [
      { story: 'STORY', number: 7, from: 'FROM', deadline: EXAMPLE_DEADLINE },
      { story: 'STORY', number: 1, deadline: 0 },
    ],
  },
  relay_turn_reminder: { params: [EXAMPLE_DEADLINE, 0].map((deadline) => ({ story: 'STORY', deadline })) },
  relay_turn_passed: {
    params: [
      ...(['expired', 'reassigned', 'left'] as const).flatMap((cause) => [
        { story: 'STORY', cause, next: 'NEXT' },
        { story: 'STORY', cause, draft: 'yes' as const, next: '' },
      ]),
      { story: 'STORY', cause: 'expired', draft: 'yes', skipped: 'yes', next: 'NEXT' },
    ],
    unsaid: ['cause', 'draft', 'skipped'],
  },
  relay_resting: {
    params: [
      { story: 'STORY', next: 'NEXT' },
      { story: 'STORY', next: '', alone: 'yes' },
      { story: 'STORY', next: '' },
    ],
    unsaid: ['alone'],
  },
  relay_rejoin: { params: [{ story: 'STORY' }] },
};
