import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { Provider } from '#core/providers.ts';
import { HOUR, SECOND } from '#core/time.ts';
import type { Config } from '../config.ts';
import type { ProviderConfig } from './provider-settings.ts';

/** The state of a login. The callback must come from the browser in which the login was started. */
export interface SignInFlow {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who has logged in at a provider. */
export interface SignedInPerson {
  issuer: string;
  subject: string;
  /** Empty if the provider names none. */
  email: string;
  emailVerified: boolean;
  /** When they last proved to the provider who they are, such as by a password. Null if it doesn’t say. */
  authenticated: Date | null;
}

/** Login with a provider: the OpenID Connect code flow with redirects, without any of the provider’s scripts. */
export interface SignIn {
  readonly provider: Provider;
  /** What members call the provider. */
  readonly name: string;
  /** True if it is the issuer of this provider: the operator may have chosen another one since a member connected it. */
  isIssuer: (issuer: string) => boolean;
  /**
   * Returns the URL to redirect the browser to. The state starts with `statePrefix`. With `again`, the provider asks for a
   * login even if the person is logged in there. Throws google_unavailable, provider_unavailable.
   */
  begin: (
    statePrefix: string,
    language: Language,
    options?: { again?: boolean },
  ) => Promise<{ address: URL; flow: SignInFlow }>;
  /** Exchanges the code for who has logged in. Throws google_refused, google_unavailable, and the same of `provider_`. */
  finish: (flow: SignInFlow, code: string, issuer: string | undefined) => Promise<SignedInPerson>;
}

/** For each request to a provider, in seconds. */
const TIMEOUT_S = 3;
/** For all requests of a callback together. */
const FINISH_TIMEOUT = 8 * SECOND;
/** Maximum length of a response, in bytes. Those of real providers are far below. */
const RESPONSE_MAX = 1_000_000;
/** How an identity token names a person. Without other characters, no two of them can become the same when stored. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
const METADATA_LASTS = HOUR;

export const CALLBACKS: Readonly<Record<Provider, string>> = {
  google: to.googleCallback(),
  openid: to.openidCallback(),
};

/**
 * Asks when the person logged in. Google only answers if “Session age claims” are turned on for the client. Others
 * answer whenever `max_age` is sent.
 */
const LOGIN_TIME = JSON.stringify({ id_token: { auth_time: { essential: true } } });

/** Failures that say nothing about the login itself. */
const OUTAGES = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  // Also of a response that was cut off.
  'OAUTH_PARSE_ERROR',
]);

/** Loaded with the first login. Most servers never see one. */
const loadClient = () => import('openid-client');

async function isOutage(error: unknown): Promise<boolean> {
  const { ClientError, ResponseBodyError } = await loadClient();
  if (error instanceof ResponseBodyError) return error.error !== 'invalid_grant';
  return !(error instanceof ClientError) || error.code === undefined || OUTAGES.has(error.code);
}

/** Cuts off a response that is too long, so that no provider can fill the memory. */
function limited(response: Response): Response {
  if (!response.body) return response;
  let length = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      length += chunk.length;
      if (length > RESPONSE_MAX) controller.error(new Error('The response is too long'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counting), { status, statusText, headers });
}

type Fetch = (url: string, options: object) => Promise<Response>;
const fetchLimited: Fetch = async (url, options) => limited(await fetch(url, options));

const bare = (issuer: string) => issuer.replace(/\/$/, '');

/** Login with this provider. It is first asked for its addresses when a member logs in, so it never delays the start. */
export function createSignIn(
  provider: Provider,
  { name, clientId, clientSecret, issuer }: ProviderConfig,
  publicUrl: Config['publicUrl'],
): SignIn {
  const callback = new URL(CALLBACKS[provider], publicUrl);
  const isGoogle = provider === 'google';
  const failure = (reason: 'refused' | 'unavailable', cause?: unknown) =>
    isGoogle
      ? new AppError(`google_${reason}`, { cause })
      : new AppError(`provider_${reason}`, { cause, params: { provider: name } });
  const isInsecure = issuer.protocol === 'http:';
  let found: Promise<ServerMetadata> | null = null;
  let foundAt = 0;

  const discover = async (): Promise<ServerMetadata> => {
    const { allowInsecureRequests, customFetch, discovery } = await loadClient();
    const execute = isInsecure ? [allowInsecureRequests] : [];
    const options = { timeout: TIMEOUT_S, execute, [customFetch]: fetchLimited };
    const client = await discovery(issuer, clientId, {}, undefined, options);
    return { ...client.serverMetadata() };
  };
  const metadata = async () => {
    if (performance.now() - foundAt > METADATA_LASTS) found = null;
    if (!found) foundAt = performance.now();
    found ??= discover();
    try {
      return await found;
    } catch (cause) {
      // The next login tries again.
      found = null;
      throw failure('unavailable', cause);
    }
  };
  /** A client of its own for each login, which asks for the keys of the provider: they may have changed. */
  const connect = async (server: ServerMetadata, deadline?: AbortSignal): Promise<Configuration> => {
    const openid = await loadClient();
    const client = new openid.Configuration(server, clientId, {}, authOf(openid, server));
    if (isInsecure) openid.allowInsecureRequests(client);
    openid.enableNonRepudiationChecks(client);
    client.timeout = TIMEOUT_S;
    client[openid.customFetch] = (url, { signal, ...options }) =>
      fetchLimited(url, { ...options, signal: AbortSignal.any([signal, deadline].filter((end) => !!end)) });
    return client;
  };
  const authOf = (
    { ClientSecretPost, ClientSecretBasic }: Awaited<ReturnType<typeof loadClient>>,
    { token_endpoint_auth_methods_supported: methods }: ServerMetadata,
  ): ClientAuth =>
    methods?.includes('client_secret_post') ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);

  return {
    provider,
    name,
    isIssuer: (known) => bare(known) === bare(issuer.href),
    async begin(statePrefix, language, { again = false } = {}) {
      const server = await metadata();
      const client = await connect(server);
      const openid = await loadClient();
      const flow = {
        state: statePrefix + openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const asksTime = isGoogle || server.claims_parameter_supported === true;
      const address = openid.buildAuthorizationUrl(client, {
        redirect_uri: callback.href,
        scope: 'openid email',
        // Lets users with several accounts choose, and prevents a login by following someone else’s link.
        prompt: again && !isGoogle ? 'login' : 'select_account',
        ui_locales: language,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        ...(again ? { max_age: '0', ...(asksTime ? { claims: LOGIN_TIME } : {}) } : {}),
      });
      return { address, flow };
    },
    async finish(flow, code, from) {
      const deadline = AbortSignal.timeout(FINISH_TIMEOUT);
      const client = await connect(await metadata(), deadline);
      const { authorizationCodeGrant, fetchUserInfo } = await loadClient();
      const answer = new URL(callback);
      answer.search = new URLSearchParams({ code, state: flow.state, ...(from ? { iss: from } : {}) }).toString();
      try {
        const tokens = await authorizationCodeGrant(client, answer, {
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          pkceCodeVerifier: flow.verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims || !SUBJECT.test(claims.sub)) throw failure('refused');
        const { iss, sub, auth_time } = claims;
        const tellsEmail = isGoogle || claims.email !== undefined;
        // Without an address, the member types one.
        const named = tellsEmail ? claims : await fetchUserInfo(client, tokens.access_token, sub).catch(() => null);
        const { email, email_verified } = named ?? {};
        return {
          issuer: iss,
          subject: sub,
          email: typeof email === 'string' ? email : '',
          emailVerified: email_verified === true,
          authenticated: typeof auth_time === 'number' ? new Date(auth_time * SECOND) : null,
        };
      } catch (cause) {
        throw cause instanceof AppError ? cause : failure((await isOutage(cause)) ? 'unavailable' : 'refused', cause);
      }
    },
  };
}
