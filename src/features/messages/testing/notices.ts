import type { NoticeExamples } from '#testing/notice-examples.ts';

export const notices: NoticeExamples = { system_notice: { params: [{ text: 'TEXT' }] } };
