import type { Ctx } from '#platform/context.ts';
import { SCREENING_TIMEOUT } from '../../model/moderation-limits.ts';
import { type Finding, findingOf, type Texts } from '../../model/screening/findings.ts';
import { COPY_SHARE, fingerprint, sharedPart } from '../../model/screening/fingerprint.ts';
import type { ReviewMaterial } from '../review-subject.ts';
import { screenTexts } from './screen.ts';
import { withinTime } from './within-time.ts';

/**
 * Runs all automatic checks on what was submitted. No finding means that it can be published. A check that fails is a
 * finding, too. `withAdvisor` also asks the configured advisor, which takes seconds.
 */
export async function screenReview(
  ctx: Ctx,
  { id, story_id: storyId }: { id: string; story_id: string },
  material: ReviewMaterial,
  { withAdvisor }: { withAdvisor: boolean },
): Promise<Finding[]> {
  const texts: Texts = Object.fromEntries(material.texts.map(({ field, text }) => [field, text]));
  try {
    const checks = [
      screenTexts(ctx, texts, material.language, { withAdvisor }),
      findCopies(ctx, texts.content ?? '', storyId),
    ];
    return (await withinTime(Promise.all(checks), SCREENING_TIMEOUT)).flat();
  } catch (err) {
    ctx.log.warn({ err, review: id }, 'Automatic check failed, the review is escalated');
    return [{ check: 'unavailable', field: 'content', excerpts: [] }];
  }
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
