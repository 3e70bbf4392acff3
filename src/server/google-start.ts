import type { FastifyInstance } from 'fastify';
import { AppError } from '#core/errors.ts';
import { GOOGLE_COOKIE } from '#features/accounts/contract.ts';
import { beginGoogle, GOOGLE_FLOW_LASTS } from '#features/accounts/server/index.ts';
import type { Deps } from '#platform/context.ts';
import { createCtx } from '#platform/context.ts';
import { logFailure } from '#platform/http/api.ts';
import { languageOf, limitKeyOf } from '#platform/http/caller.ts';
import { flowCookie } from '#platform/http/flow-cookie.ts';
import { GOOGLE_CALLBACK } from '#platform/sign-in/google.ts';

/**
 * Serves the link that starts a login with Google: stores the state of the login in a cookie and redirects to Google.
 * Not a form, because our content security policy lets forms only lead to this site (anchors: csp §5).
 */
export function serveGoogleStart(http: FastifyInstance, deps: Deps): void {
  if (!deps.google) return;
  http.get('/auth/google', async (request, reply) => {
    const address = limitKeyOf(request.ip);
    await deps.limits.ofPages(address);
    const ctx = createCtx(deps, { language: languageOf(request), address });
    const { from, connect } = request.query as Record<string, unknown>;
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    try {
      const { address: there, flow } = await beginGoogle(ctx, { from, connects: connect !== undefined });
      reply.header('set-cookie', flowCookie(deps.config, GOOGLE_COOKIE, flow, GOOGLE_FLOW_LASTS));
      return reply.redirect(there.href, 303);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      logFailure(request.log, error, http.errorStatuses[error.code], request.routeOptions.url);
      // Shown by the page that also shows later failures, with a link to continue.
      return reply.redirect(`${GOOGLE_CALLBACK}?error=temporarily_unavailable`, 303);
    }
  });
}
