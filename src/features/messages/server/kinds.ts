import { baseLanguage } from '#core/languages.ts';
import { type NoticeKind, type NoticeParams, type NoticeRule, type NoticeRules, textPage } from '#core/notices.ts';
import type { Row } from '#platform/db/rows.ts';

/** The columns of a message that its kind and its link depend on. */
type About = Pick<Row<'messages'>, 'type' | 'story_id' | 'chapter_id' | 'params'>;

/** Returns the parameters to store. `about` names the kind if its type doesn’t. */
export function paramsFor(kind: NoticeKind, { type }: Pick<NoticeRule, 'type'>, params: object): NoticeParams {
  const given: [string, string | number | undefined][] = Object.entries(params);
  const known = given.filter((entry): entry is [string, string | number] => entry[1] !== undefined);
  return Object.fromEntries(kind === type ? known : [...known, ['about', kind]]);
}

/** Returns the kind of a message. Its rule may be missing, because a later version may have written the message. */
export function kindOf({ type, params: { about } }: Pick<About, 'type' | 'params'>): string {
  return about === undefined ? type : String(about);
}

/** Returns the language of the translation that a message is about. */
export const languageOf = ({ language }: NoticeParams) =>
  typeof language === 'string' ? baseLanguage(language) : null;

/** Returns the URL that a message links to, or null. */
export function targetOf(rules: NoticeRules, message: About): string | null {
  const { story_id: storyId, chapter_id: chapterId, params } = message;
  if (storyId === null) return null;
  const all: Readonly<Record<string, NoticeRule>> = rules;
  const kind = kindOf(message);
  const target = Object.hasOwn(all, kind) ? all[kind]!.target : textPage;
  return target({ storyId, chapterId, language: languageOf(params) });
}
