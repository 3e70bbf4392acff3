import { accountApi } from '#features/accounts/contract.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { pageApi } from '#features/pages/contract.ts';
import { categoryApi } from '#features/stories/contract-categories.ts';
import { type Act, FORBIDDEN, NO_MESSAGE, NO_REVIEW, OK, reason } from './acts.test-kit.ts';

/** Messages, accounts, moderation, and what everybody reads. */
export const SITE_ACTS: readonly Act[] = [
  {
    call: messageApi.markRead,
    send: (messageId) => ({ messageId }),
    on: [
      [['missing'], NO_MESSAGE],
      [['own message'], OK],
      [['message'], { rest: NO_MESSAGE, C: OK }],
    ],
  },
  {
    call: messageApi.handleInvite,
    send: (messageId) => ({ messageId, accept: false }),
    on: [
      [['missing', 'message'], NO_MESSAGE],
      [['invitation'], { rest: NO_MESSAGE, T: OK }],
    ],
  },
  {
    call: messageApi.handleApplication,
    send: (messageId) => ({ messageId, accept: true }),
    on: [
      [['missing', 'message'], NO_MESSAGE],
      [['application'], { rest: NO_MESSAGE, C: OK }],
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
    call: messageApi.unread,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: messageApi.list,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: messageApi.markAllRead,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: moderationApi.queue,
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
  {
    call: accountApi.info,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: accountApi.updateInfo,
    send: () => ({ bio: 'x' }),
    on: [[['nothing'], OK]],
  },
  {
    call: accountApi.uploadAvatar,
    send: () => ({}),
    on: [[['nothing'], '400 image_type_refused']],
  },
  {
    call: accountApi.updatePassword,
    send: () => ({ oldPassword: 'Wrong7Password', newPassword: 'Fresh7Morning' }),
    on: [[['nothing'], '400 invalid_input']],
  },
  {
    call: accountApi.login,
    send: () => ({ email: 'nobody@skein.test', password: 'Wrong7Password' }),
    on: [[['nothing'], '400 wrong_credentials']],
  },
  {
    call: accountApi.register,
    send: () => ({ email: 'newcomer@skein.test', password: 'Quiet7Harbour', terms: true }),
    on: [[['nothing'], OK]],
  },
  {
    call: accountApi.challenge,
    send: () => ({ action: 'login' }),
    on: [[['nothing'], OK]],
  },
  {
    call: accountApi.verifyEmail,
    send: () => ({ token: 'x' }),
    on: [[['nothing'], '400 link_invalid']],
  },
  {
    call: accountApi.resendVerification,
    send: () => ({ email: 'nobody@skein.test' }),
    on: [[['nothing'], OK]],
  },
  {
    call: accountApi.requestReset,
    send: () => ({ email: 'nobody@skein.test' }),
    on: [[['nothing'], OK]],
  },
  {
    call: accountApi.checkResetLink,
    send: () => ({ token: 'x' }),
    on: [[['nothing'], '400 link_invalid']],
  },
  {
    call: accountApi.refresh,
    send: () => ({ token: 'x' }),
    on: [[['nothing'], '401 refresh_refused']],
  },
  {
    call: accountApi.logout,
    send: () => ({ token: 'x' }),
    on: [[['nothing'], OK]],
  },
  {
    call: accountApi.bySlug,
    send: () => ({ slug: 'nobody' }),
    on: [[['nothing'], '404 user_not_found']],
  },
  {
    call: discoveryApi.home,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: discoveryApi.search,
    send: () => ({ q: 'salt' }),
    on: [[['nothing'], OK]],
  },
  {
    call: pageApi.read,
    send: () => ({ page: 'about' }),
    on: [[['nothing'], OK]],
  },
  {
    // With a link, which only its mail has, the password is anyone’s to choose.
    call: accountApi.resetPassword,
    send: () => ({ email: 'nobody@skein.test', password: 'Fresh7Morning' }),
    on: [[['nothing'], '400 invalid_input']],
  },
  {
    call: categoryApi.list,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: categoryApi.suggest,
    send: () => ({ name: 'Sea shanties', reason: 'There are many.' }),
    on: [[['nothing'], OK]],
  },
  {
    call: categoryApi.decide,
    send: (suggestionId) => ({ suggestionId, answer: 'There is one already.' }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': '404 case_not_found' }],
      [['suggestion'], { rest: FORBIDDEN, 'Mo A': OK }],
    ],
  },
];
