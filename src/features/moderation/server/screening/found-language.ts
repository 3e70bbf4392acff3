import type { Ctx } from '#platform/context.ts';
import { SCREENING_TIMEOUT } from '../../model/moderation-limits.ts';
import { scriptLanguage } from '../../model/screening/script-language.ts';
import { detectLanguage } from './detect-language.ts';
import { withinTime } from './within-time.ts';

/**
 * Returns the language of a text as ISO 639-1, or `other` for another script. Null if the text is too short or the
 * detector isn’t sure. Rejects if detection fails.
 */
export async function foundLanguage(text: string): Promise<string | null> {
  const byScript = scriptLanguage(text);
  return byScript === 'latin' ? detectLanguage(text) : byScript;
}

/** Like `foundLanguage`, within the time limit of the automatic check. Returns null if detection fails. */
export async function languageWithinTime(ctx: Pick<Ctx, 'log'>, text: string): Promise<string | null> {
  try {
    return await withinTime(foundLanguage(text), SCREENING_TIMEOUT);
  } catch (err) {
    ctx.log.warn({ err }, 'The language of a text could not be detected');
    return null;
  }
}
