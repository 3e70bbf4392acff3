import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import type { ReviewTask } from '../contract-views.ts';
import { compareTranslations } from '../model/compare-translations.ts';
import { listNames } from './glossary.service.ts';
import type { Source } from './source.ts';
import { findPublished, type TranslationRecord } from './translations.repo.ts';

/** A translation beside its original, for the reviewer who has reserved it. */
export async function toReviewTask(
  ctx: Pick<Ctx, 'db'>,
  record: TranslationRecord,
  lease: NonNullable<TranslationRecord['lease']>,
  source: Source,
): Promise<ReviewTask> {
  const previous = await findPublished(ctx.db, record, record.language);
  return {
    id: record.id,
    kind: record.kind,
    storyId: record.storyId,
    chapterId: record.chapterId,
    storyTitle: source.storyTitle,
    title: source.title,
    number: source.number,
    author: source.author,
    version: record.version,
    sourceLanguage: source.facts.language,
    language: record.language,
    translator: await translatorOf(ctx.db, record),
    submittedAt: record.submittedAt!.toISOString(),
    isOutdated: record.stale.length > 0,
    earlierReason: record.reason,
    previous: previous && {
      translator: await translatorOf(ctx.db, previous),
      approvedAt: previous.approvedAt!.toISOString(),
    },
    seemsIn: record.seemsIn,
    rows: compareTranslations({ parts: source.parts, text: record.text, previous }),
    names: await listNames(ctx.db, record.storyId, record.language),
    lease: { until: lease.until.toISOString(), renewed: lease.renewed },
  };
}

function translatorOf(db: Db, { translatorId }: TranslationRecord): Promise<ReviewTask['translator']> {
  return db
    .selectFrom('accounts')
    .where('id', '=', translatorId)
    .select(['id', 'username', 'slug'])
    .executeTakeFirstOrThrow();
}
