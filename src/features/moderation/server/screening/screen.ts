import { LANGUAGES, type Language } from '#core/languages.ts';
import type { Ctx } from '#platform/context.ts';
import { findBlockedWords } from '../../model/screening/blocked-words.ts';
import { type Finding, findingOf, type Texts } from '../../model/screening/findings.ts';
import { findGibberish } from '../../model/screening/gibberish.ts';
import { findContacts } from '../../model/screening/links.ts';
import { askAdvisor } from './advisor.ts';
import { foundLanguage } from './found-language.ts';

/** Runs all automatic checks on a text. No finding means that it can be published. */
export async function screenTexts(
  ctx: Pick<Ctx, 'config'>,
  texts: Texts,
  declared: Language,
  { withAdvisor }: { withAdvisor: boolean },
): Promise<Finding[]> {
  const findings = Object.entries(texts).flatMap(([field, text]) => [
    ...findContacts(field, text),
    ...findBlockedWords(field, text),
    ...findGibberish(field, text),
  ]);
  findings.push(...(await findWrongLanguage(texts, declared)));
  // The advisor costs time and money. Skip it if a moderator reviews the text anyway.
  if (withAdvisor && findings.length === 0) findings.push(...(await askAdvisor(ctx.config.settings, texts)));
  return findings;
}

/** Finds texts that are written in another language than declared. Titles and summaries are too short to tell. */
async function findWrongLanguage(texts: Texts, declared: Language): Promise<Finding[]> {
  const text = texts.content ?? texts.description ?? '';
  const found = await foundLanguage(text);
  // An unsure result for Latin text is no finding. It may be verse, dialect or invented words.
  if (found === null || found === declared) return [];
  const known = LANGUAGES.find((language) => language === found);
  return findingOf(
    'language',
    texts.content === undefined ? 'description' : 'content',
    [text.trimStart().slice(0, 80)],
    known ?? found,
  );
}
