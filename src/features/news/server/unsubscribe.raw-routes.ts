import { PAGES, to } from '#core/pages.ts';
import { type RawRoute, rawRoute } from '#platform/http/raw-routes.ts';
import { isOneClick, isOwnForm } from '../model/one-click.ts';
import { stopMails } from './settings.service.ts';

/**
 * Stops emails of a kind with one request and without a session, as mail programs send it (RFC 8058). A GET is the page with
 * the button, so that programs that open links to check them stop nothing. The button sends the same request.
 */
const unsubscribe = rawRoute({
  method: 'POST',
  path: PAGES.unsubscribe.at,
  access: 'link',
  cache: 'no-store',
  body: 2000,
  limit: 'address',
  async answer({ ctx, params, headers, body }) {
    const { token = '' } = params;
    const form = body.toString('latin1');
    if (!isOneClick(headers['content-type'] ?? '', form)) return { status: 400, body: null };
    if (!(await stopMails(ctx, token))) return { status: 404, body: null };
    if (!isOwnForm(form)) return { body: null };
    return { status: 303, headers: { location: to.unsubscribe({ token }, { done: 1 }) }, body: null };
  },
});

/** What this feature serves besides its calls. */
export const newsRawRoutes: readonly RawRoute[] = [unsubscribe];
