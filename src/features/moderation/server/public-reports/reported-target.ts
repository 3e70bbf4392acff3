import { AppError, type ErrorParams, fieldError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { findAccount } from '#features/accounts/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { ReportedTarget } from '../../contract-public-reports.ts';
import { type ReportedPlace, reportedPlace } from '../../model/reported-address.ts';
import type { RestrictableTarget } from '../restrictable.ts';

declare module '#platform/context.ts' {
  interface Ports {
    /**
     * Returns the id of the published translation of a text into this language, or null. By default there are no
     * translations.
     */
    readonly publishedTranslation: (
      ctx: Pick<Ctx, 'db'>,
      text: { storyId: string; chapterId: string | null; language: Language },
    ) => Promise<string | null>;
  }
}

/** Returns what readers find at an address of this site. Throws an error of the field `url` that says what is wrong. */
export async function findReportedTarget(ctx: Ctx, url: string): Promise<RestrictableTarget> {
  const place = reportedPlace(url, ctx.config.publicUrl);
  const wrong = (code: string, params?: ErrorParams) => fieldError('url', code, params);
  if (place === 'elsewhere') throw wrong('address_elsewhere', { site: ctx.config.siteName });
  const target = place === 'nothing' ? null : await findAt(ctx, place);
  // What isn’t public doesn’t exist for those who report.
  if (!target?.isPublic) throw wrong('address_nothing');
  return target;
}

async function findAt(ctx: Ctx, place: ReportedPlace): Promise<RestrictableTarget | null> {
  if (place.kind === 'submission') return ctx.restrictables.submission.find(ctx, place.id);
  if (place.kind === 'member') {
    const account = await findAccount(ctx.db, { slug: place.slug.toLowerCase() });
    return account ? ctx.restrictables.member.find(ctx, account.id) : null;
  }
  const { kind, storyId, chapterId, language } = place;
  const original = await ctx.restrictables[kind].find(ctx, chapterId ?? storyId);
  if (!original || original.storyId !== storyId) return null;
  // Readers see the translation that the address names, if it is published.
  if (language === null || language === original.language) return original;
  const translationId = await ctx.publishedTranslation(ctx, { storyId, chapterId, language });
  return (translationId && (await ctx.restrictables.translation.find(ctx, translationId))) || original;
}

/** A target, as those who report it see it. Never its author: entries are anonymous until their round ends. */
export function toReportedTarget(target: RestrictableTarget): ReportedTarget {
  const { kind, language, names } = target;
  const title = target.title ?? target.texts.find(({ field }) => field === 'username')?.text;
  if (title === undefined) throw new AppError('internal');
  const storyTitle = kind === 'story' || kind === 'member' ? null : String(names.story ?? '');
  return { kind, title, language, storyTitle };
}

/** Returns what an address leads to. Throws an error of the field `url`. */
export async function previewReportedTarget(ctx: Ctx, { url }: { url: string }): Promise<ReportedTarget> {
  return toReportedTarget(await findReportedTarget(ctx, url));
}
