import { handle } from '#platform/http/pipeline.ts';
import { accountApi } from '../contract.ts';
import { askEmailChange, changeEmail } from './email-change.service.ts';
import { login } from './login.service.ts';
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.service.ts';
import { checkResetLink, requestReset, resetPassword, updatePassword } from './password.service.ts';
import { getMe, getUserBySlug, updateInfo, uploadAvatar } from './profile.service.ts';
import { register, resendVerification, verifyEmail } from './registration.service.ts';
import { logout, refreshSession } from './sessions.service.ts';
import { signUpState } from './waiting.ts';

export const accountRoutes = [
  handle(accountApi.challenge, (ctx, { action }) => ctx.humanCheck.challenge(action)),
  handle(accountApi.register, register),
  handle(accountApi.verifyEmail, verifyEmail),
  handle(accountApi.signUpState, signUpState),
  handle(accountApi.resendVerification, resendVerification),
  handle(accountApi.login, login),
  handle(accountApi.askEmailChange, askEmailChange),
  handle(accountApi.changeEmail, changeEmail),
  handle(accountApi.sessions, listSessions),
  handle(accountApi.endSession, endOwnSession),
  handle(accountApi.endOtherSessions, endOtherSessions),
  handle(accountApi.refresh, refreshSession),
  handle(accountApi.logout, logout),
  handle(accountApi.info, getMe),
  handle(accountApi.requestReset, requestReset),
  handle(accountApi.checkResetLink, checkResetLink),
  handle(accountApi.resetPassword, (ctx, input, { query }) => resetPassword(ctx, input, query)),
  handle(accountApi.updatePassword, updatePassword),
  handle(accountApi.updateInfo, updateInfo),
  handle(accountApi.uploadAvatar, (ctx, _input, { file }) => uploadAvatar(ctx, file)),
  handle(accountApi.bySlug, (ctx, { slug }) => getUserBySlug(ctx, slug)),
];
