import { type Act, OK, WRONG_STATE } from '#testing/permissions/acts.ts';
import type { World } from '#testing/permissions/world.ts';
import { accountApi } from '../contract.ts';
import { accountDeletionApi } from '../contract-account-deletion.ts';
import type { AccountTarget } from './targets.ts';

/** Google login is not configured in tests. */
const NO_GOOGLE = '404 not_found';

export const ACCOUNT_ACTS: readonly Act<'nothing' | AccountTarget>[] = [
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
  { call: accountDeletionApi.preview, send: () => ({}), on: [[['nothing'], OK]] },
  {
    call: accountDeletionApi.deleteAccount,
    send: () => ({ password: 'Wrong7Password', texts: 'keep' }),
    on: [[['nothing'], '400 invalid_input']],
  },
  { call: accountDeletionApi.cancelDeletion, send: () => ({}), on: [[['nothing'], WRONG_STATE]] },
  { call: accountDeletionApi.export, send: () => ({}), on: [[['nothing'], OK]] },
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
    // The link from the email is all that is required to set the password.
    call: accountApi.resetPassword,
    send: () => ({ email: 'nobody@skein.test', password: 'Fresh7Morning' }),
    on: [[['nothing'], '400 invalid_input']],
  },
];

/** Other members as targets, and a session of C. */
export async function plantAccounts({ app, members: { C, Mo, A }, put }: World<AccountTarget>): Promise<void> {
  const [session] = await app.call(accountApi.sessions, {}, C);
  put('session', session!.id);
  put('member', C.id);
  put('moderator', Mo.id);
  put('administrator', A.id);
}
