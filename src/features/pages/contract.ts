import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { LANGUAGES } from '#core/languages.ts';
import { PAGE_KINDS } from '#core/page-kinds.ts';

export const TEXT_PAGES = ['about', 'user', 'privacy', 'accessibility'] as const;
export type TextPageName = (typeof TEXT_PAGES)[number];

const Part = z.object({
  id: z.string(),
  title: z.string(),
  /** One-sentence summary of the section. */
  short: z.optional(z.string()),
  paragraphs: z.array(z.string()),
  list: z.optional(z.array(z.string())),
});

export const TextPage = z.object({ title: z.string(), lead: z.string(), updated: z.string(), parts: z.array(Part) });
export type TextPage = z.output<typeof TextPage>;

export const pageApi = {
  read: endpoint({
    method: 'GET',
    path: 'page/read',
    access: 'public',
    summary:
      'Returns a text page in the caller’s language: about, the user agreement, the privacy policy, the accessibility statement.',
    input: z.strictObject({ page: z.enum(TEXT_PAGES) }),
    response: TextPage,
    errors: ['page_not_found'],
  }),
  countView: endpoint({
    method: 'POST',
    path: 'page/count_view',
    access: 'open',
    summary: 'Counts a view of a page of this kind by a visitor who agreed to it. Who it was isn’t stored.',
    input: z.strictObject({ page: z.enum(PAGE_KINDS), language: z.enum(LANGUAGES) }),
    response: done,
    errors: [],
  }),
};
