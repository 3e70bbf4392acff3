import { accountApi } from '#features/accounts/contract.ts';
import { leavingApi } from '#features/accounts/contract-leaving.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { pageApi } from '#features/pages/contract.ts';
import { profileApi } from '#features/profile/contract.ts';
import { readerApi } from '#features/reader/contract.ts';
import { type Act, FORBIDDEN, NO_STORY, OK, reason, story, WRONG_STATE } from './acts.test-kit.ts';

const member = (userId: string) => ({ userId });
/** Where it is not set up. */
const NO_GOOGLE = '404 not_found';
const NO_TARGET = '404 target_not_found';
const NO_CASE = '404 case_not_found';
const NO_RESTRICTION = '404 restriction_not_found';

/** Of one’s own account, of members to each other, and what moderators decide about both. */
export const PEOPLE_ACTS: readonly Act[] = [
  {
    call: accountApi.loginWithGoogle,
    send: () => ({ state: 'x', code: 'x' }),
    on: [[['nothing'], NO_GOOGLE]],
  },
  {
    call: accountApi.connectGoogle,
    send: () => ({ state: 'x', code: 'x' }),
    on: [[['nothing'], NO_GOOGLE]],
  },
  { call: accountApi.disconnectGoogle, send: () => ({}), on: [[['nothing'], OK]] },
  {
    call: accountApi.askEmailChange,
    send: () => ({ email: 'another@skein.test', password: 'Wrong7Password' }),
    on: [[['nothing'], '400 invalid_input']],
  },
  { call: accountApi.changeEmail, send: () => ({ token: 'x' }), on: [[['nothing'], '400 link_invalid']] },
  { call: accountApi.sessions, send: () => ({}), on: [[['nothing'], OK]] },
  {
    call: accountApi.endSession,
    send: (sessionId) => ({ sessionId }),
    on: [
      [['missing'], '404 session_not_found'],
      [['session'], { rest: '404 session_not_found', C: OK }],
    ],
  },
  { call: accountApi.endOtherSessions, send: () => ({}), on: [[['nothing'], OK]] },
  { call: leavingApi.leaving, send: () => ({}), on: [[['nothing'], OK]] },
  {
    call: leavingApi.deleteAccount,
    send: () => ({ password: 'Wrong7Password', texts: 'keep' }),
    on: [[['nothing'], '400 invalid_input']],
  },
  { call: leavingApi.cancelDeletion, send: () => ({}), on: [[['nothing'], WRONG_STATE]] },
  { call: leavingApi.export, send: () => ({}), on: [[['nothing'], OK]] },
  { call: profileApi.counts, send: () => ({}), on: [[['nothing'], OK]] },
  { call: profileApi.created, send: () => ({}), on: [[['nothing'], OK]] },
  { call: profileApi.deleted, send: () => ({}), on: [[['nothing'], OK]] },
  { call: profileApi.joined, send: () => ({}), on: [[['nothing'], OK]] },
  { call: profileApi.interactions, send: () => ({}), on: [[['nothing'], OK]] },
  { call: profileApi.reviewing, send: () => ({}), on: [[['nothing'], OK]] },
  { call: profileApi.invitable, send: member, on: [[['missing', 'own account', 'member'], OK]] },
  {
    call: profileApi.work,
    send: member,
    on: [
      [['missing'], '404 user_not_found'],
      [['member'], OK],
      [['own account'], { rest: OK, 'S B': '404 user_not_found' }],
    ],
  },
  {
    call: profileApi.stories,
    send: member,
    on: [
      [['missing'], '404 user_not_found'],
      [['member'], OK],
      [['own account'], { rest: OK, 'S B': '404 user_not_found' }],
    ],
  },
  {
    call: profileApi.translations,
    send: member,
    on: [
      [['missing'], '404 user_not_found'],
      [['member'], OK],
      [['own account'], { rest: OK, 'S B': '404 user_not_found' }],
    ],
  },
  {
    call: readerApi.statistics,
    send: story,
    on: [
      [['missing', 'own story', 'deleted story', 'draft story', 'pending story'], NO_STORY],
      [['relay'], { rest: NO_STORY, 'P W C': OK }],
    ],
  },
  { call: discoveryApi.countFound, send: () => ({ q: 'salt' }), on: [[['nothing'], OK]] },
  { call: pageApi.countView, send: () => ({ page: 'home', language: 'en' }), on: [[['nothing'], OK]] },
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
];
