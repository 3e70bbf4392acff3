import * as z from 'zod/mini';
import { done, endpoint, nothing } from '#core/endpoint.ts';
import { id, text } from '#core/fields.ts';
import { lines } from '#core/text-rules.ts';
import { REASON_MAX } from '#features/moderation/model/moderation-limits.ts';
import * as fields from './model/category-fields.ts';

const name = text(fields.categoryName);

const Category = z.strictObject({
  code: z.string(),
  /** In the language of the request. */
  name: z.string(),
});
export type Category = z.output<typeof Category>;

const MODERATOR_ERRORS = ['login_required', 'banned', 'forbidden'] as const;

export const categoryApi = {
  list: endpoint({
    method: 'GET',
    path: 'category/list',
    access: 'public',
    summary: 'Lists the categories of stories: the first 20, then the accepted suggestions.',
    input: nothing,
    response: z.array(Category),
    errors: [],
  }),
  suggest: endpoint({
    method: 'POST',
    path: 'category/suggest',
    access: 'member',
    summary: 'Suggests a category. A moderator decides, and the author is notified by message.',
    input: z.strictObject({
      name,
      reason: text(fields.suggestionReason),
    }),
    response: done,
    limit: 'suggestion',
    errors: ['login_required', 'banned', 'category_there', 'category_suggested'],
  }),
  decide: endpoint({
    method: 'POST',
    path: 'moderation/decide_suggestion',
    access: 'moderator',
    summary: 'Accepts a suggested category, with its name in each language, or declines it.',
    input: z.strictObject({
      suggestionId: id,
      /** Omitted when the suggestion is declined. */
      names: z.optional(
        z.strictObject({ en: name, zh: name, de: name, fr: name, ko: name, pt: name, ja: name, es: name }),
      ),
      answer: z.optional(text(lines({ max: REASON_MAX, tooLong: 'reason_too_long' }))),
    }),
    response: done,
    limit: 'moderate',
    errors: [...MODERATOR_ERRORS, 'case_not_found', 'case_closed', 'own_work', 'category_there'],
  }),
};
