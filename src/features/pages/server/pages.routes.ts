import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { AppError } from '#core/errors.ts';
import { cacheTag } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import { handle } from '#platform/http/pipeline.ts';
import { pageApi, TextPage, type TextPageName } from '../contract.ts';
import { countView } from './page-views.repo.ts';

const LOCALES = join(import.meta.dirname, '../../../../locales');

/** What is said with an external analytics script, and what without one. Operators answer for what that script does. */
const BY_ANALYTICS = /\{analytics\|([^|}]*)\|([^|}]*)\}/g;

/**
 * Returns a text page with the site’s name and contact filled in. The texts are files because they are long and rarely
 * read.
 */
async function readPage(ctx: Ctx, { page }: { page: TextPageName }): Promise<TextPage> {
  const text = await readFile(join(LOCALES, ctx.language, 'pages', `${page}.json`), 'utf8').catch(() => null);
  if (text === null) throw new AppError('page_not_found');
  cacheTag(ctx, 'pages');
  const { siteName, contactEmail, analyticsScriptUrl } = ctx.config;
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value
        .replace(BY_ANALYTICS, (_, external: string, own: string) => (analyticsScriptUrl ? external : own))
        .replaceAll('{site}', () => siteName)
        .replaceAll('{contact}', () => contactEmail);
    if (Array.isArray(value)) return value.map(fill);
    return value && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)]))
      : value;
  };
  return z.parse(TextPage, fill(JSON.parse(text)));
}

export const pageRoutes = [handle(pageApi.read, readPage), handle(pageApi.countView, countView)];
