import type { NoticeExamples } from '#testing/notice-examples.ts';

export const notices: NoticeExamples = { export_ready: { params: [{}] }, export_failed: { params: [{}] } };
