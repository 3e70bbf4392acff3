import type { NoticeExamples } from '#testing/notice-examples.ts';

const story = { story: 'STORY' };
const PERSON = { user: 'USER', slug: 'user-1' };
const asking = ['NOTE', ''].map((note) => ({ ...PERSON, ...story, note }));

export const notices: NoticeExamples = {
  story_apply: { params: asking },
  story_apply_accepted: { params: [story] },
  story_apply_rejected: { params: [story] },
  story_invite: { params: asking },
  story_invite_accepted: { params: [{ ...PERSON, ...story }] },
  story_invite_rejected: { params: [{ ...PERSON, ...story }] },
  participant_joined: { params: [{ ...PERSON, ...story }] },
  application_expired: { params: [story] },
  invitation_expired: { params: [{ ...PERSON, ...story }] },
  removed: { params: [story] },
  story_deleted: { params: [story] },
  story_banned: { params: [story] },
  story_unbanned: { params: [story] },
};
