import { to } from '#core/pages.ts';
import { member } from '#features/accounts/testing/targets.ts';
import { storyApi } from '#features/stories/contract.ts';
import type { PathsOf } from '#testing/calls.ts';
import { buildChapterDraft, buildPublishedStory, buildStory, doubtfulProse, findQueued } from '#testing/factories.ts';
import { type Act, FORBIDDEN, OK, reason } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import type { World } from '#testing/permissions/world.ts';
import { moderationApi } from '../contract.ts';
import { caseApi } from '../contract-cases.ts';
import { examinationApi } from '../contract-examination.ts';
import { publicReportApi } from '../contract-public-reports.ts';
import { transparencyApi } from '../contract-transparency.ts';
import type { RestrictionAction } from '../model/restriction.ts';

const NO_REVIEW = '404 review_not_found';
const NO_TARGET = '404 target_not_found';
const NO_CASE = '404 case_not_found';
const NO_RESTRICTION = '404 restriction_not_found';

declare module '#testing/calls.ts' {
  interface ApiPaths {
    moderation:
      | PathsOf<typeof moderationApi>
      | PathsOf<typeof caseApi>
      | PathsOf<typeof examinationApi>
      | PathsOf<typeof publicReportApi>
      | PathsOf<typeof transparencyApi>;
  }
}

declare module '#testing/permissions/targets.ts' {
  interface Targets {
    moderation:
      | 'review'
      | 'version of the review'
      | 'review of the moderator’s own'
      | 'report'
      | 'reported story'
      | 'hidden chapter'
      | 'banned story'
      | 'restriction'
      | 'appealed restriction'
      | 'appeal'
      | 'feedback';
  }
}

const publicReport = (storyId: string) => ({
  ...{ url: to.story({ storyId }), ground: 'rule', rule: 'spam', accurate: true },
  detail: 'It is the same text again and again.',
});

const acts: readonly Act[] = [
  { call: examinationApi.state, send: () => ({}), on: [[['nothing'], { rest: FORBIDDEN, A: OK }]] },
  {
    call: examinationApi.examine,
    send: () => ({ sendMail: false, tryRestore: false }),
    on: [[['nothing'], { rest: FORBIDDEN, A: OK }]],
  },
  {
    call: caseApi.report,
    send: (targetId) => ({ kind: 'story', targetId, reason: 'spam' }),
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_TARGET],
      [['own story'], NO_TARGET],
      [['reported story'], { rest: OK, M: '409 already_reported', C: '409 own_target' }],
    ],
  },
  {
    call: caseApi.report,
    send: (targetId) => ({ kind: 'chapter', targetId, reason: 'spam' }),
    on: [
      [['missing', 'draft chapter', 'pending chapter', 'branch draft', 'deleted chapter'], NO_TARGET],
      [['chapter'], { rest: OK, C: '409 own_target' }],
    ],
  },
  {
    call: caseApi.report,
    send: (targetId) => ({ kind: 'member', targetId, reason: 'spam' }),
    on: [
      [['missing'], NO_TARGET],
      [['own account'], '409 own_target'],
      [['member'], { rest: OK, C: '409 own_target' }],
    ],
  },
  {
    call: caseApi.case,
    mayHave: ['reporter', 'email'],
    send: (caseId) => ({ kind: 'report', caseId }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_CASE }],
      [['report'], { rest: FORBIDDEN, 'Mo A': OK }],
    ],
  },
  {
    call: caseApi.closeReport,
    send: (caseId) => ({ caseId, answer: reason }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_CASE }],
      [['report'], { rest: FORBIDDEN, 'Mo A': OK }],
    ],
  },
  {
    call: caseApi.restrict,
    send: (targetId) => ({ action: 'ban_story', targetId, rule: 'spam', reason }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_TARGET }],
      [['solo'], { rest: FORBIDDEN, 'Mo A': OK }],
    ],
  },
  {
    call: caseApi.restrict,
    send: (targetId) => ({ action: 'hide_chapter', targetId, rule: 'spam', reason }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_TARGET }],
      [['chapter'], { rest: FORBIDDEN, 'Mo A': OK }],
    ],
  },
  {
    call: caseApi.restrict,
    send: (targetId) => ({ action: 'disqualify', targetId, rule: 'plagiarism', reason }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_TARGET }],
      [['draft entry'], { rest: FORBIDDEN, 'Mo A': NO_TARGET }],
      [['entry'], { rest: FORBIDDEN, 'Mo A': OK }],
      [['won entry'], { rest: FORBIDDEN, 'Mo A': '409 wrong_state' }],
    ],
  },
  {
    call: caseApi.restrict,
    send: (targetId) => ({ action: 'take_down', targetId, rule: 'spam', reason }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_TARGET }],
      [['saved translation', 'waiting translation'], { rest: FORBIDDEN, 'Mo A': '409 wrong_state' }],
      [['public translation'], { rest: FORBIDDEN, 'Mo A': OK }],
    ],
  },
  {
    call: caseApi.restrict,
    send: (targetId) => ({ action: 'suspend', targetId, rule: 'spam', reason, days: 7 }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_TARGET }],
      [['own account'], { rest: FORBIDDEN, 'Mo A': '403 own_work' }],
      [['member'], { rest: FORBIDDEN, 'Mo A': OK }],
      [['moderator'], { rest: FORBIDDEN, Mo: '403 own_work', A: OK }],
    ],
  },
  {
    call: caseApi.restrict,
    send: (targetId) => ({ action: 'ban', targetId, rule: 'spam', reason }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_TARGET }],
      [['own account'], { rest: FORBIDDEN, 'Mo A': '403 own_work' }],
      [['member'], { rest: FORBIDDEN, 'Mo A': OK }],
      [['administrator'], { rest: FORBIDDEN, Mo: '403 not_over_moderators', A: '403 own_work' }],
    ],
  },
  {
    call: caseApi.lift,
    send: (restrictionId) => ({ restrictionId, reason }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_RESTRICTION }],
      [['restriction'], { rest: FORBIDDEN, 'Mo A': OK }],
    ],
  },
  {
    call: caseApi.decideAppeal,
    send: (appealId) => ({ appealId, granted: true, answer: reason }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_CASE }],
      [['appeal'], { rest: FORBIDDEN, Mo: '403 own_decision', A: OK }],
    ],
  },
  {
    call: caseApi.readFeedback,
    send: (feedbackId) => ({ feedbackId }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_CASE }],
      [['feedback'], { rest: FORBIDDEN, 'Mo A': OK }],
    ],
  },
  {
    call: caseApi.record,
    send: member,
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': '404 user_not_found' }],
      [['member'], { rest: FORBIDDEN, 'Mo A': OK }],
    ],
  },
  {
    call: caseApi.restriction,
    send: (targetId) => ({ action: 'suspend', targetId }),
    on: [[['missing', 'member'], { rest: FORBIDDEN, 'Mo A': OK }]],
  },
  {
    call: caseApi.reasons,
    send: (restrictionId) => ({ restrictionId }),
    on: [
      [['missing'], NO_RESTRICTION],
      [['restriction'], { rest: NO_RESTRICTION, C: OK }],
    ],
  },
  {
    call: publicReportApi.target,
    send: (storyId) => ({ url: to.story({ storyId }) }),
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], '400 invalid_input'],
      [['reported story'], OK],
    ],
  },
  {
    call: publicReportApi.send,
    send: (storyId) => ({ ...publicReport(storyId), name: 'Ana', email: 'ana@posta.example' }),
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], '400 invalid_input'],
      [['reported story'], OK],
    ],
  },
  {
    call: publicReportApi.sendAsMember,
    send: (storyId) => publicReport(storyId),
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], '400 invalid_input'],
      [['reported story'], { rest: OK, M: '409 already_reported', C: '409 own_target' }],
    ],
  },
  { call: transparencyApi.read, send: () => ({}), on: [[['nothing'], OK]] },
  { call: caseApi.log, send: () => ({}), on: [[['nothing'], { rest: FORBIDDEN, 'Mo A': OK }]] },
  { call: caseApi.ownRestrictions, send: () => ({}), on: [[['nothing'], OK]] },
  {
    call: caseApi.appeal,
    send: (restrictionId) => ({ restrictionId, text: 'It was not as it looks.' }),
    on: [
      [['missing'], NO_RESTRICTION],
      [['restriction'], { rest: NO_RESTRICTION, C: OK }],
      [['appealed restriction'], { rest: NO_RESTRICTION, C: '409 already_appealed' }],
    ],
  },
  {
    call: moderationApi.review,
    send: (reviewId) => ({ reviewId }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_REVIEW }],
      [['review'], { rest: FORBIDDEN, 'Mo A': OK }],
      [['review of the moderator’s own'], { rest: FORBIDDEN, 'Mo A': OK }],
    ],
  },
  {
    call: moderationApi.approve,
    send: (reviewId, idOf) => ({ reviewId, version: Number(idOf('version of the review')) }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_REVIEW }],
      [['review'], { rest: FORBIDDEN, 'Mo A': OK }],
      [['review of the moderator’s own'], { rest: FORBIDDEN, Mo: '403 own_work', A: OK }],
    ],
  },
  {
    call: moderationApi.reject,
    send: (reviewId, idOf) => ({ reviewId, version: Number(idOf('version of the review')), reason }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_REVIEW }],
      [['review'], { rest: FORBIDDEN, 'Mo A': OK }],
      [['review of the moderator’s own'], { rest: FORBIDDEN, Mo: '403 own_work', A: OK }],
    ],
  },
  {
    call: moderationApi.queue,
    mayHave: ['reporters'],
    send: () => ({}),
    on: [[['nothing'], { rest: FORBIDDEN, 'Mo A': OK }]],
  },
  {
    call: moderationApi.waiting,
    send: () => ({}),
    on: [[['nothing'], { rest: FORBIDDEN, 'Mo A': OK }]],
  },
  {
    call: moderationApi.failedJobs,
    send: () => ({}),
    on: [[['nothing'], { rest: FORBIDDEN, 'Mo A': OK }]],
  },
  {
    call: moderationApi.retryJob,
    send: (jobId) => ({ jobId }),
    on: [[['nothing'], { rest: FORBIDDEN, 'Mo A': '404 job_not_found' }]],
  },
  {
    call: moderationApi.feedback,
    send: () => ({ type: 'bug', description: 'It is broken.' }),
    on: [[['nothing'], OK]],
  },
];

/** Creates reviews: the pending story, and a story of the moderator’s own. */
async function plantReviews({ app, members, put, idOf }: World): Promise<void> {
  const { Mo, A } = members;
  const { id: reviewId } = await findQueued(app, Mo, idOf('pending story'));
  put('review', reviewId);
  const { version } = await app.call(moderationApi.review, { reviewId }, Mo);
  put('version of the review', String(version));
  const own = await buildStory(app, Mo);
  await buildChapterDraft(app, Mo, own.id, { content: doubtfulProse(150, 802) });
  await app.call(storyApi.submit, { storyId: own.id }, Mo);
  await app.work();
  put('review of the moderator’s own', (await findQueued(app, A, own.id)).id);
}

const RULE = { rule: 'spam', reason: 'The text is copied from another author.' } as const;

/** Creates reports, restrictions and an appeal. The moderator made all decisions, including those about S and B. */
async function plantCases({ app, members, put }: World): Promise<void> {
  const { M, C, S, B, Mo } = members;
  const restrict = (action: RestrictionAction, targetId: string) =>
    app.call(caseApi.restrict, { action, targetId, ...RULE, ...(action === 'suspend' ? { days: 7 } : {}) }, Mo);
  const { story } = await buildPublishedStory(app, C);
  const report = { kind: 'story', targetId: story.id, reason: 'spam' } as const;
  put('report', (await app.call(caseApi.report, report, M)).caseId);
  put('reported story', story.id);
  await app.call(moderationApi.feedback, { type: 'bug', description: 'It is broken.' }, M);
  put('feedback', (await app.database.db.selectFrom('feedback').select('id').executeTakeFirstOrThrow()).id);
  const hidden = await buildPublishedStory(app, C);
  put('hidden chapter', hidden.chapterId);
  put('restriction', (await restrict('hide_chapter', hidden.chapterId)).restrictionId);
  const banned = await buildPublishedStory(app, C);
  put('banned story', banned.story.id);
  const { restrictionId } = await restrict('ban_story', banned.story.id);
  put('appealed restriction', restrictionId);
  await app.call(caseApi.appeal, { restrictionId, text: 'I wrote all of it.' }, C);
  put('appeal', (await app.database.db.selectFrom('appeals').select('id').executeTakeFirstOrThrow()).id);
  await restrict('suspend', S.id);
  await restrict('ban', B.id);
}

export const permissions: Permissions = {
  acts,
  plants: [
    { needs: ['pending story'], plant: plantReviews },
    // Ends the sessions of S and B.
    { when: 'last', plant: plantCases },
  ],
};
