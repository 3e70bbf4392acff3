import type { PathsOf } from '#testing/calls.ts';
import { PASSWORD } from '#testing/factories.ts';
import { type Act, FORBIDDEN, OK, reason, WRONG_STATE } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import { forEachMember, type World } from '#testing/permissions/world.ts';
import { accountApi } from '../contract.ts';
import { accountDeletionApi } from '../contract-account-deletion.ts';
import { factorHelpApi } from '../contract-factor-help.ts';
import { factorApi } from '../contract-factors.ts';
import { firstAdministratorApi } from '../contract-first-administrator.ts';
import { loginApi } from '../contract-logins.ts';
import { providerApi } from '../contract-providers.ts';
import { insertRemoval } from '../server/factors/factor-removals.repo.ts';
import { passkeysOf } from '../server/factors/factors.queries.ts';
import { insertPasskey } from '../server/factors/factors.repo.ts';

/** No provider is configured in tests. */
const NO_PROVIDER = '404 not_found';

declare module '#testing/calls.ts' {
  interface ApiPaths {
    accounts:
      | PathsOf<typeof accountApi>
      | PathsOf<typeof accountDeletionApi>
      | PathsOf<typeof firstAdministratorApi>
      | PathsOf<typeof factorApi>
      | PathsOf<typeof factorHelpApi>
      | PathsOf<typeof loginApi>
      | PathsOf<typeof providerApi>;
  }
}

declare module '#testing/permissions/targets.ts' {
  interface Targets {
    accounts:
      | 'own account'
      | 'member'
      | 'member whose factors are removed'
      | 'name of a member'
      | 'slug of a member'
      | 'session'
      | 'passkey'
      | 'moderator'
      | 'administrator';
  }
}

const WRONG = { password: 'Wrong7Password' };
const PASSKEY_ANSWER = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
};
const NEW_PASSKEY = { ...PASSKEY_ANSWER, response: { clientDataJSON: 'x', attestationObject: 'x' } };

const acts: readonly Act[] = [
  {
    call: loginApi.requestLink,
    send: () => ({ email: 'nobody@skein.test' }),
    on: [[['nothing'], WRONG_STATE]],
  },
  { call: loginApi.loginWithLink, send: () => ({ token: 'x' }), on: [[['nothing'], '400 link_invalid']] },
  { call: loginApi.seeNewLogin, send: () => ({ token: 'x' }), on: [[['nothing'], '400 link_invalid']] },
  { call: loginApi.disownLogin, send: () => ({ token: 'x' }), on: [[['nothing'], '400 link_invalid']] },
  {
    call: providerApi.loginWithGoogle,
    send: () => ({ state: 'x', code: 'x' }),
    on: [[['nothing'], NO_PROVIDER]],
  },
  {
    call: providerApi.connectGoogle,
    send: () => ({ state: 'x', code: 'x', proof: { password: PASSWORD } }),
    on: [[['nothing'], NO_PROVIDER]],
  },
  {
    call: providerApi.proveWithGoogle,
    send: () => ({ state: 'x', code: 'x' }),
    on: [[['nothing'], NO_PROVIDER]],
  },
  {
    call: providerApi.disconnectGoogle,
    send: () => ({ proof: { password: PASSWORD } }),
    on: [[['nothing'], OK]],
  },
  {
    call: providerApi.loginWithOpenid,
    send: () => ({ state: 'x', code: 'x' }),
    on: [[['nothing'], NO_PROVIDER]],
  },
  {
    call: providerApi.askAddress,
    send: () => ({ token: 'x', email: 'a@skein.test' }),
    on: [[['nothing'], NO_PROVIDER]],
  },
  {
    call: providerApi.confirmAddress,
    send: () => ({ token: 'x', code: '12345678' }),
    on: [[['nothing'], NO_PROVIDER]],
  },
  {
    call: providerApi.connectOpenid,
    send: () => ({ state: 'x', code: 'x', proof: { password: PASSWORD } }),
    on: [[['nothing'], NO_PROVIDER]],
  },
  {
    call: providerApi.proveWithOpenid,
    send: () => ({ state: 'x', code: 'x' }),
    on: [[['nothing'], NO_PROVIDER]],
  },
  {
    call: providerApi.disconnectOpenid,
    send: () => ({ proof: { password: PASSWORD } }),
    on: [[['nothing'], OK]],
  },
  {
    call: accountApi.askEmailChange,
    send: () => ({ email: 'another@skein.test', password: 'Wrong7Password' }),
    on: [[['nothing'], '400 invalid_input']],
  },
  { call: accountApi.changeEmail, send: () => ({ token: 'x' }), on: [[['nothing'], '400 link_invalid']] },
  { call: accountApi.sessions, send: () => ({}), on: [[['nothing'], OK]] },
  {
    call: accountApi.endSession,
    endsSession: true,
    send: (sessionId) => ({ sessionId }),
    on: [
      [['missing'], '404 session_not_found'],
      [['session'], { rest: '404 session_not_found', C: OK }],
    ],
  },
  { call: accountApi.endOtherSessions, send: () => ({}), on: [[['nothing'], OK]] },
  { call: accountDeletionApi.preview, mayHave: ['hasPassword'], send: () => ({}), on: [[['nothing'], OK]] },
  {
    call: accountDeletionApi.deleteAccount,
    endsSession: true,
    send: () => ({ password: 'Wrong7Password', texts: 'keep' }),
    on: [[['nothing'], '400 invalid_input']],
  },
  { call: accountDeletionApi.cancelDeletion, send: () => ({}), on: [[['nothing'], WRONG_STATE]] },
  {
    call: accountDeletionApi.export,
    send: () => ({ proof: { password: PASSWORD } }),
    on: [[['nothing'], OK]],
  },
  { call: accountDeletionApi.exportAddress, send: () => ({}), on: [[['nothing'], '404 not_found']] },
  {
    call: accountApi.info,
    mayHave: ['email', 'hasPassword', 'passwordChangedAt', 'deviceKeys'],
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: accountApi.updateInfo,
    mayHave: ['email', 'hasPassword', 'passwordChangedAt', 'deviceKeys'],
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
    endsSession: true,
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
    call: accountApi.signUpState,
    send: () => ({ waiting: 'x' }),
    on: [[['nothing'], OK]],
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
    endsSession: true,
    send: () => ({ token: 'x' }),
    on: [[['nothing'], OK]],
  },
  {
    call: accountApi.bySlug,
    send: (slug) => ({ slug }),
    on: [
      [['missing'], '404 user_not_found'],
      [['slug of a member'], OK],
    ],
  },
  {
    call: firstAdministratorApi.see,
    send: () => ({ token: 'x' }),
    on: [[['nothing'], '400 link_invalid']],
  },
  {
    call: firstAdministratorApi.become,
    send: () => ({ token: 'x' }),
    on: [[['nothing'], '400 link_invalid']],
  },
  {
    call: factorApi.secondStep,
    send: () => ({ token: 'x', code: '123456' }),
    on: [[['nothing'], '400 second_step_expired']],
  },
  { call: factorApi.passkeyChallenge, mayHave: ['token'], send: () => ({}), on: [[['nothing'], OK]] },
  {
    call: factorApi.loginWithPasskey,
    send: () => ({ token: 'x', answer: PASSKEY_ANSWER }),
    on: [[['nothing'], '400 passkey_refused']],
  },
  { call: factorApi.proofChallenge, mayHave: ['token'], send: () => ({ act: 'user/export' }), on: [[['nothing'], OK]] },
  { call: factorApi.factors, send: () => ({}), on: [[['nothing'], OK]] },
  { call: factorApi.beginTotp, send: () => ({ proof: WRONG }), on: [[['nothing'], '400 invalid_input']] },
  { call: factorApi.checkTotp, send: () => ({ code: '123456' }), on: [[['nothing'], '409 setup_expired']] },
  { call: factorApi.turnOnTotp, send: () => ({}), on: [[['nothing'], '409 setup_expired']] },
  { call: factorApi.removeTotp, send: () => ({ proof: WRONG }), on: [[['nothing'], '400 invalid_input']] },
  { call: factorApi.newRecoveryCodes, send: () => ({ proof: WRONG }), on: [[['nothing'], '400 invalid_input']] },
  { call: factorApi.beginPasskey, send: () => ({ proof: WRONG }), on: [[['nothing'], '400 invalid_input']] },
  {
    call: factorApi.addPasskey,
    send: () => ({ token: 'x', name: 'x', answer: NEW_PASSKEY }),
    on: [[['nothing'], '400 passkey_refused']],
  },
  {
    call: factorApi.renamePasskey,
    send: (passkeyId) => ({ passkeyId, name: 'x' }),
    on: [
      [['missing'], '404 passkey_not_found'],
      [['passkey'], { rest: '404 passkey_not_found', C: OK }],
    ],
  },
  {
    call: factorApi.removePasskey,
    send: (passkeyId) => ({ passkeyId, proof: WRONG }),
    on: [[['missing', 'passkey'], '400 invalid_input']],
  },
  { call: factorApi.distrustDevice, send: () => ({ deviceId: '1' }), on: [[['nothing'], '404 device_not_found']] },
  { call: factorApi.askEnrolment, send: () => ({}), on: [[['nothing'], OK]] },
  {
    call: factorHelpApi.find,
    send: (username) => ({ username }),
    on: [
      [['missing'], { rest: FORBIDDEN, A: '404 user_not_found' }],
      [['name of a member'], { rest: FORBIDDEN, A: OK }],
    ],
  },
  { call: factorHelpApi.removals, send: () => ({}), on: [[['nothing'], { rest: FORBIDDEN, A: OK }]] },
  {
    call: factorHelpApi.remove,
    send: (userId) => ({ userId, reason, proof: { password: PASSWORD } }),
    on: [
      [['missing'], { rest: FORBIDDEN, A: '404 user_not_found' }],
      [['member'], { rest: FORBIDDEN, A: OK }],
      [['moderator'], { rest: FORBIDDEN, A: '409 no_factors' }],
      [['administrator'], { rest: FORBIDDEN, A: '403 own_factors' }],
    ],
  },
  {
    call: factorHelpApi.stopRemoval,
    send: (userId) => ({ userId }),
    on: [
      [['missing', 'member'], { rest: FORBIDDEN, A: WRONG_STATE }],
      [['member whose factors are removed'], { rest: FORBIDDEN, A: OK }],
    ],
  },
  { call: factorHelpApi.keep, send: () => ({}), on: [[['nothing'], OK]] },
  {
    // The link from the email is all that is required to set the password.
    call: accountApi.resetPassword,
    send: () => ({ email: 'nobody@skein.test', password: 'Fresh7Morning' }),
    on: [[['nothing'], '400 invalid_input']],
  },
];

/** Members as targets, and a session of C. */
async function plantAccounts(world: World): Promise<void> {
  const { app, members, put, putOwn } = world;
  const { C, Mo, A } = members;
  await forEachMember(world, async ({ id }, role) => putOwn('own account', role, id));
  const [session] = await app.call(accountApi.sessions, {}, C);
  put('session', session!.id);
  const passkey = {
    credentialId: Buffer.from('a passkey'),
    publicKey: Buffer.of(0),
    counter: 0,
    transports: [],
    name: 'x',
  };
  await insertPasskey(app.deps.db, C.id, passkey);
  const [own] = await passkeysOf(app.deps.db, C.id);
  put('passkey', own!.id);
  put('member', C.id);
  put('slug of a member', C.slug);
  put('name of a member', C.username);
  await insertRemoval(app.deps.db, members.T.id, A.id);
  put('member whose factors are removed', members.T.id);
  put('moderator', Mo.id);
  put('administrator', A.id);
}

export const permissions: Permissions = {
  acts,
  plants: [{ plant: plantAccounts }],
};
