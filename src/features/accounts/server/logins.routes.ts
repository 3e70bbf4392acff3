import { handle } from '#platform/http/pipeline.ts';
import { loginApi } from '../contract-logins.ts';
import { disownLogin, getNewLogin } from './disowned-login.service.ts';
import { loginWithLink, requestLoginLink } from './login-link.service.ts';

export const loginRoutes = [
  handle(loginApi.requestLink, requestLoginLink),
  handle(loginApi.loginWithLink, loginWithLink),
  handle(loginApi.seeNewLogin, getNewLogin),
  handle(loginApi.disownLogin, disownLogin),
];
