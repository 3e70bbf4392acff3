import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import Provider, { interactionPolicy } from 'oidc-provider';
import type { Provider as ProviderOfSite } from '#core/providers.ts';
import { CALLBACKS } from '#platform/sign-in/openid.ts';

/** A person who has an account at the provider. */
export interface PersonThere {
  subject: string;
  email: string;
  verified: boolean;
}

export interface OpenidProvider {
  readonly issuer: string;
  /** The person who logs in there from now on. Null denies access, as if they pressed “Cancel”. */
  visitor: PersonThere | null;
  /** Changes the claims of the identity tokens before they are signed. */
  tamper: ((claims: JWTPayload) => JWTPayload) | null;
  /** Signs identity tokens with a key that isn’t the provider’s. */
  forges: boolean;
  /** Returns other identity tokens, such as unsigned ones. */
  resigns: ((token: string) => Promise<string>) | null;
  /** Responds to every call from the site with an error. */
  fails: boolean;
  /** Answers calls of the site instead of the provider. Returns false for those that the provider answers. */
  misbehaves: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  /** Settings of a site that uses this provider for login. */
  readonly env: Readonly<Record<string, string>>;
  /** Signs with another key from now on, and publishes only that one. */
  rotateKeys: () => Promise<void>;
  stop: () => Promise<void>;
}

const CLIENT = 'skein-of-tests';
const SECRET = 'a-secret-of-tests';

/**
 * Starts a real OpenID provider on a free port, in place of Google or as the other provider of a site. It logs its
 * visitor in without asking.
 */
export async function startOpenidProvider(siteUrl: string, as: ProviderOfSite = 'google'): Promise<OpenidProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const stranger = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'of-tests' };
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const prompts = interactionPolicy.base();
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  let rotated: { privateKey: CryptoKey; jwk: JWK } | null = null;
  const people = new Map<string, PersonThere>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT,
        client_secret: SECRET,
        redirect_uris: [siteUrl + CALLBACKS[as]],
        token_endpoint_auth_method: as === 'google' ? 'client_secret_post' : 'client_secret_basic',
      },
    ],
    jwks: { keys: [jwk] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // As with Google, the identity token itself contains the email address. Others only tell it when asked.
    conformIdTokenClaims: as !== 'google',
    clientAuthMethods: as === 'google' ? ['client_secret_post'] : ['client_secret_basic'],
    pkce: { required: () => true },
    cookies: { keys: ['a key of tests'] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { policy: prompts, url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, subject) => {
      const person = people.get(subject);
      return {
        accountId: subject,
        claims: () => ({ sub: subject, email: person?.email, email_verified: person?.verified }),
      };
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (ctx.path === '/jwks' && rotated) ctx.body = { keys: [rotated.jwk] };
    if (ctx.path !== '/token' || !body?.id_token) return;
    if (running.resigns) {
      ctx.body = { ...body, id_token: await running.resigns(body.id_token) };
      return;
    }
    if (!(running.tamper || running.forges || rotated)) return;
    const claims = decodeJwt(body.id_token);
    const key = running.forges ? stranger.privateKey : (rotated?.privateKey ?? privateKey);
    const header = {
      ...(decodeProtectedHeader(body.id_token) as { alg: string }),
      ...(rotated ? { kid: rotated.jwk.kid } : {}),
    };
    ctx.body = {
      ...body,
      id_token: await new SignJWT(running.tamper?.(claims) ?? claims).setProtectedHeader(header).sign(key),
    };
  });

  /** Skips all prompts: the visitor logs in and gives consent. */
  const interact = async (
    request: Parameters<typeof provider.interactionDetails>[0],
    response: Parameters<typeof provider.interactionDetails>[1],
  ) => {
    const { visitor } = running;
    if (!visitor) return provider.interactionFinished(request, response, { error: 'access_denied' });
    people.set(visitor.subject, visitor);
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: visitor.subject, clientId: String(params.client_id) });
    grant.addOIDCScope('openid email');
    return provider.interactionFinished(request, response, {
      login: { accountId: visitor.subject, remember: false },
      select_account: {},
      consent: { grantId: await grant.save() },
    });
  };
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (running.fails) return void response.writeHead(500).end();
    if (running.misbehaves?.(request, response)) return;
    if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else void answer(request, response);
  });

  const running: OpenidProvider = {
    issuer,
    visitor: null,
    tamper: null,
    forges: false,
    resigns: null,
    fails: false,
    misbehaves: null,
    env:
      as === 'google'
        ? { GOOGLE_CLIENT_ID: CLIENT, GOOGLE_CLIENT_SECRET: SECRET, GOOGLE_ISSUER: issuer }
        : { OIDC_CLIENT_ID: CLIENT, OIDC_CLIENT_SECRET: SECRET, OIDC_ISSUER: issuer, OIDC_NAME: 'Harbour' },
    async rotateKeys() {
      const pair = await generateKeyPair('RS256', { extractable: true });
      const { d: _, ...shown } = await exportJWK(pair.privateKey);
      const { kty, n, e } = shown;
      rotated = { privateKey: pair.privateKey, jwk: { kty, n, e, alg: 'RS256', use: 'sig', kid: 'rotated' } };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return running;
}
