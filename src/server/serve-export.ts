import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#core/errors.ts';
import { findExport } from '#features/accounts/server/index.ts';
import type { Deps } from '#platform/context.ts';
import { sendError } from '#platform/http/api.ts';
import { limitKeyOf } from '#platform/http/caller.ts';

/** Maximum length of a token. Ours are shorter. */
const TOKEN_LENGTH = 100;

/**
 * Sends a member’s export to anyone who has its signed link, for 7 days. A plain link, so that no page has to hold the
 * file.
 */
export function serveExports(http: FastifyInstance, deps: Deps): void {
  http.get('/api/user/export_file', async (request, reply) => {
    await deps.limits.ofAddress(limitKeyOf(request.ip));
    const { token } = request.query as { token?: unknown };
    const path = typeof token === 'string' && token.length <= TOKEN_LENGTH ? await findExport(deps, token) : null;
    const size = path && (await stat(path).catch(() => null))?.size;
    if (!path || !size) return sendError(request, reply, new AppError('link_invalid'));
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${fileNameOf(deps.config.siteName)}"`)
      .header('content-length', size)
      .header('x-content-type-options', 'nosniff')
      .type('application/zip')
      .send(createReadStream(path));
  });
}

function fileNameOf(site: string): string {
  return `${
    site
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'export'
  }.zip`;
}
