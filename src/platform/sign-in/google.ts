import type { Configuration } from 'openid-client';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { Config, GoogleConfig } from '../config.ts';

/** The state of a login. The callback must come from the browser in which the login was started. */
export interface GoogleFlow {
  state: string;
  nonce: string;
  verifier: string;
}

/** A Google account. */
export interface GooglePerson {
  subject: string;
  email: string;
  emailVerified: boolean;
  /** When they last proved to Google who they are, such as by a password. Null if Google doesn’t say. */
  authenticated: Date | null;
}

/** Login with Google: the OpenID Connect code flow with redirects, without any of Google’s scripts. */
export interface Google {
  /**
   * Returns the URL to redirect the browser to. The state starts with `statePrefix`. With `again`, Google asks for a
   * login even if the person is logged in there. Throws google_unavailable.
   */
  begin: (
    statePrefix: string,
    language: Language,
    options?: { again?: boolean },
  ) => Promise<{ address: URL; flow: GoogleFlow }>;
  /** Exchanges the code for the account. Throws google_refused, google_unavailable. */
  finish: (flow: GoogleFlow, code: string, issuer: string | undefined) => Promise<GooglePerson>;
}

const TIMEOUT_S = 3;
export const GOOGLE_CALLBACK = to.googleCallback();

/** Asks Google when the person logged in. It only answers if “Session age claims” are turned on for the client. */
const LOGIN_TIME = JSON.stringify({ id_token: { auth_time: { essential: true } } });

/** Failures that say nothing about the login itself. */
const OUTAGES = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** Loaded with the first login. Most servers never see one. */
const loadClient = () => import('openid-client');

async function isOutage(error: unknown): Promise<boolean> {
  const { ClientError, ResponseBodyError } = await loadClient();
  if (error instanceof ResponseBodyError) return error.error !== 'invalid_grant';
  return !(error instanceof ClientError) || error.code === undefined || OUTAGES.has(error.code);
}

export function createGoogle({ clientId, clientSecret, issuer }: GoogleConfig, publicUrl: Config['publicUrl']): Google {
  const callback = new URL(GOOGLE_CALLBACK, publicUrl);
  let found: Promise<Configuration> | null = null;
  const discover = async () => {
    const { allowInsecureRequests, ClientSecretPost, discovery, enableNonRepudiationChecks } = await loadClient();
    const extensions = [enableNonRepudiationChecks];
    if (issuer.protocol === 'http:') extensions.push(allowInsecureRequests);
    return discovery(issuer, clientId, {}, ClientSecretPost(clientSecret), { timeout: TIMEOUT_S, execute: extensions });
  };
  const provider = async () => {
    found ??= discover();
    try {
      return await found;
    } catch (cause) {
      // The next login tries again.
      found = null;
      throw new AppError('google_unavailable', { cause });
    }
  };
  return {
    async begin(statePrefix, language, { again = false } = {}) {
      const client = await provider();
      const openid = await loadClient();
      const flow = {
        state: statePrefix + openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const address = openid.buildAuthorizationUrl(client, {
        redirect_uri: callback.href,
        scope: 'openid email',
        // Lets users with several accounts choose, and prevents a login by following someone else’s link.
        prompt: 'select_account',
        ui_locales: language,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        ...(again ? { max_age: '0', claims: LOGIN_TIME } : {}),
      });
      return { address, flow };
    },
    async finish(flow, code, from) {
      const client = await provider();
      const { authorizationCodeGrant } = await loadClient();
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
        if (!claims) throw new AppError('google_refused');
        const { sub, email, email_verified, auth_time } = claims;
        return {
          subject: sub,
          email: typeof email === 'string' ? email : '',
          emailVerified: email_verified === true,
          authenticated: typeof auth_time === 'number' ? new Date(auth_time * 1000) : null,
        };
      } catch (cause) {
        throw new AppError((await isOutage(cause)) ? 'google_unavailable' : 'google_refused', { cause });
      }
    },
  };
}
