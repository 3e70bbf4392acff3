import { handle } from '#platform/http/pipeline.ts';
import { providerApi } from '../contract-providers.ts';
import { askAddress, confirmAddress } from './openid-address.service.ts';
import { connectProvider, disconnectProvider, proveWithProvider } from './provider-connect.service.ts';
import { loginWithProvider } from './provider-login.service.ts';

export const providerRoutes = [
  handle(providerApi.loginWithGoogle, (ctx, answer, { cookie }) =>
    loginWithProvider(ctx, 'google', { answer, cookie }),
  ),
  handle(providerApi.connectGoogle, (ctx, { proof, ...answer }, { cookie }) =>
    connectProvider(ctx, 'google', { proof, answer, cookie }),
  ),
  handle(providerApi.proveWithGoogle, (ctx, answer, { cookie }) =>
    proveWithProvider(ctx, 'google', { answer, cookie }),
  ),
  handle(providerApi.disconnectGoogle, (ctx, input) => disconnectProvider(ctx, 'google', input)),
  handle(providerApi.loginWithOpenid, (ctx, answer, { cookie }) =>
    loginWithProvider(ctx, 'openid', { answer, cookie }),
  ),
  handle(providerApi.askAddress, askAddress),
  handle(providerApi.confirmAddress, confirmAddress),
  handle(providerApi.connectOpenid, (ctx, { proof, ...answer }, { cookie }) =>
    connectProvider(ctx, 'openid', { proof, answer, cookie }),
  ),
  handle(providerApi.proveWithOpenid, (ctx, answer, { cookie }) =>
    proveWithProvider(ctx, 'openid', { answer, cookie }),
  ),
  handle(providerApi.disconnectOpenid, (ctx, input) => disconnectProvider(ctx, 'openid', input)),
];
