import { AppError } from '#core/errors.ts';
import { hiddenCookie } from '#platform/http/hidden-cookie.ts';
import { type RawRoute, rawRoute } from '#platform/http/raw-routes.ts';
import { CALLBACKS } from '#platform/sign-in/openid.ts';
import { isProvenCall } from '../contract-account-calls.ts';
import { FLOW_COOKIES } from '../contract-providers.ts';
import type { Provider } from '../model/connections.ts';
import { EXPORT_FILE, takeExport } from './export-address.ts';
import { FLOW_LASTS } from './provider-flow.ts';
import { beginSignIn } from './provider-login.service.ts';

/** Maximum length of a token. Ours are shorter. */
const TOKEN_LENGTH = 1000;

function fileNameOf(site: string): string {
  return `${
    site
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'export'
  }.zip`;
}

/**
 * Sends a member’s export to the browser that has just asked for its address. A plain download, so that no page has to
 * hold the file.
 */
const exportFile = rawRoute({
  method: 'GET',
  path: EXPORT_FILE,
  access: 'link',
  cache: 'no-store',
  limit: 'address',
  async answer({ ctx, query: { token } }) {
    const path = typeof token === 'string' && token.length <= TOKEN_LENGTH ? await takeExport(ctx, token) : null;
    const file = path && (await ctx.files.open(path));
    if (!file) throw new AppError('link_invalid');
    return {
      type: 'application/zip',
      headers: {
        'content-disposition': `attachment; filename="${fileNameOf(ctx.config.siteName)}"`,
        'content-length': String(file.bytes),
        'x-content-type-options': 'nosniff',
      },
      body: file.body,
    };
  },
});

/**
 * Serves the link that starts a login with a provider: stores the state of the login in a cookie and redirects there.
 * Not a form, because our content security policy lets forms only lead to this site (anchors: csp §5).
 */
const signInStart = (provider: Provider) =>
  rawRoute({
    method: 'GET',
    path: `/auth/${provider}`,
    access: 'open',
    cache: 'no-store',
    limit: 'pages',
    isOn: ({ signIn }) => signIn[provider] !== undefined,
    async answer({ ctx, query: { from, connect, prove } }) {
      const leadTo = (location: string, headers: Record<string, string> = {}) => ({
        status: 303,
        headers: { location, 'referrer-policy': 'no-referrer', ...headers },
        body: null,
      });
      try {
        const proves = isProvenCall(prove) ? prove : null;
        const { address, flow } = await beginSignIn(ctx, provider, { from, connects: connect !== undefined, proves });
        const cookie = hiddenCookie(ctx.config, FLOW_COOKIES[provider], flow, { lasts: FLOW_LASTS });
        return leadTo(address.href, { 'set-cookie': cookie });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // Shown by the page that also shows later failures, with a link to continue.
        return { ...leadTo(`${CALLBACKS[provider]}?error=temporarily_unavailable`), failure: error };
      }
    },
  });

/** What accounts serve besides their calls. */
export const accountRawRoutes: readonly RawRoute[] = [exportFile, signInStart('google'), signInStart('openid')];
