import { LANGUAGES, type Language } from '#core/languages.ts';
import type { Ctx } from '#platform/context.ts';
import { findBlockedWords } from '../../model/screening/blocked-words.ts';
import { findGibberish } from '../../model/screening/gibberish.ts';
import { findContacts } from '../../model/screening/links.ts';
import { type Mark, markOf, type Texts } from '../../model/screening/marks.ts';
import { scriptLanguage } from '../../model/screening/script-language.ts';
import { askAdvisor } from './advisor.ts';
import { detectLanguage } from './detect-language.ts';

/** Everything that the pre-review asks of a text itself. No mark means: publish. */
export async function screenTexts(ctx: Pick<Ctx, 'config'>, texts: Texts, declared: Language): Promise<Mark[]> {
  const marks = Object.entries(texts).flatMap(([field, text]) => [
    ...findContacts(field, text),
    ...findBlockedWords(field, text),
    ...findGibberish(field, text),
  ]);
  marks.push(...(await findWrongLanguage(texts, declared)));
  // The advisor costs time and money, and what already goes to a person needs no second opinion.
  if (marks.length === 0 && ctx.config.review) marks.push(...(await askAdvisor(ctx.config.review, texts)));
  return marks;
}

/** Declared as one language and written in another. Titles and summaries are too short to tell. */
async function findWrongLanguage(texts: Texts, declared: Language): Promise<Mark[]> {
  const text = texts.content ?? texts.description ?? '';
  const byScript = scriptLanguage(text);
  if (byScript === null) return [];
  const found = byScript === 'latin' ? await detectLanguage(text) : byScript;
  // Not being sure of a Latin text is no reason; it may be verse, dialect or invented words.
  if (found === null || found === declared) return [];
  const known = LANGUAGES.find((language) => language === found);
  return markOf(
    'language',
    texts.content === undefined ? 'description' : 'content',
    [text.trimStart().slice(0, 80)],
    known ?? found,
  );
}
