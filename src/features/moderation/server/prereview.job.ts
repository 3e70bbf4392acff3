import type { Language } from '#core/languages.ts';
import type { Ctx } from '#platform/context.ts';
import { handleJob } from '#platform/jobs/jobs.ts';
import { SCREENING_TIMEOUT } from '../model/moderation-limits.ts';
import { type Finding, findingOf, type Texts } from '../model/screening/findings.ts';
import { COPY_SHARE, fingerprint, sharedPart } from '../model/screening/fingerprint.ts';
import { prereview } from './prereview.ts';
import { findReview } from './reviews.repo.ts';
import { approveAutomatically, escalateReview } from './reviews.service.ts';
import { screenTexts } from './screening/screen.ts';

/**
 * The automatic check. Publishes what it has no doubts about, and escalates everything else to a moderator. It also
 * escalates when it fails, so that no text gets stuck.
 */
export const prereviewJob = handleJob(prereview, async (ctx: Ctx, { reviewId }) => {
  const review = await findReview(ctx.db, reviewId);
  if (review?.state !== 'automatic') return;
  const material = await ctx.reviewSubjects[review.subject_kind].material(ctx, review.subject_id, review.version);
  if (!material) return;
  const texts: Texts = Object.fromEntries(material.texts.map(({ field, text }) => [field, text]));
  let findings: Finding[];
  try {
    findings = await withinTime(screenAll(ctx, texts, material.language, review));
  } catch (err) {
    ctx.log.warn({ err, review: reviewId }, 'Automatic check failed, the review is escalated');
    findings = [{ check: 'unavailable', field: 'content', excerpts: [] }];
  }
  if (findings.length === 0) await approveAutomatically(ctx, reviewId);
  else await escalateReview(ctx, reviewId, findings);
});

async function screenAll(ctx: Ctx, texts: Texts, language: Language, review: { story_id: string }): Promise<Finding[]> {
  const [findings, copies] = await Promise.all([
    screenTexts(ctx, texts, language),
    findCopies(ctx, texts.content ?? '', review.story_id),
  ]);
  return [...findings, ...copies];
}

function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The automatic check timed out')), SCREENING_TIMEOUT);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const CANDIDATES = 5;

/** Finds texts of other stories that share a band of the fingerprint and are mostly the same. */
async function findCopies(ctx: Ctx, content: string, storyId: string): Promise<Finding[]> {
  const bands = fingerprint(content);
  if (!bands) return [];
  const candidates = await ctx.publishedTexts.findSimilar(ctx, { bands, notOfStory: storyId, limit: CANDIDATES });
  for (const candidate of candidates) {
    if (sharedPart(content, candidate.text) >= COPY_SHARE)
      return findingOf('copy', 'content', [content.trimStart().slice(0, 80)], candidate.path);
  }
  return [];
}
