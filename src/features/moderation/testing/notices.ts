import type { NoticeExamples } from '#testing/notice-examples.ts';
import { FOUND_BY } from '../model/restriction.ts';

const TRANSLATION = { action: 'take_down', story: 'STORY', language: 'de', reason: 'REASON' } as const;
const titles = ['', 'TITLE'];

export const notices: NoticeExamples = {
  restricted: {
    params: ['', 'EXCERPT'].flatMap((excerpt) => [
      { action: 'ban_story', story: 'STORY', rule: 'plagiarism', reason: 'REASON', excerpt },
      ...FOUND_BY.map((found) => ({
        ...{ action: 'ban_story' as const, story: 'STORY', rule: 'spam' as const, reason: 'REASON', excerpt },
        ...{ found, decision: 77 },
      })),
      {
        action: 'hide_chapter',
        story: 'STORY',
        chapter: 'CHAPTER',
        rule: 'pornography',
        reason: 'REASON',
        excerpt,
      },
      { action: 'disqualify', story: 'STORY', round: 2, entry: 'ENTRY', rule: 'other', reason: 'REASON', excerpt },
      { ...TRANSLATION, rule: 'spam', excerpt },
      { ...TRANSLATION, chapter: 'CHAPTER', rule: 'violence', excerpt },
    ]),
    unsaid: ['action', 'rule', 'found'],
  },
  lifted: { params: [{ title: 'TITLE', reason: 'REASON' }] },
  appeal_granted: { params: titles.map((title) => ({ title, reason: 'REASON' })) },
  appeal_upheld: { params: titles.map((title) => ({ title, reason: 'REASON' })) },
  report_received: { params: titles.map((title) => ({ title, number: '77' })) },
  report_upheld: { params: titles.map((title) => ({ title, number: '77' })) },
  report_dismissed: {
    params: titles.flatMap((title) => [
      { title, number: '77', reason: '' },
      { title, number: '77', reason: 'REASON' },
    ]),
  },
};
