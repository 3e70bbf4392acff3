import * as z from 'zod/mini';
import { LINK_MAX } from './chapter-limits.ts';
import { isWebAddress } from './web-address.ts';

/**
 * A chapter's text: a document in the editor's schema. Blocks are paragraphs, headings, quotes, lists and scene breaks;
 * marks are bold, italic, strike and link. Validates everything, including attributes, because the editor's own check
 * ignores those. HTML is never accepted.
 */

/** Permanent id of a paragraph or heading. Translations refer to it, and versions of a text are compared by it. */
const blockId = z.string().check(z.regex(/^[a-z0-9]{1,16}$/));
const attributesWithId = z.object({ id: z.optional(z.nullable(blockId)) });

const mark = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bold') }),
  z.object({ type: z.literal('italic') }),
  z.object({ type: z.literal('strike') }),
  z.object({
    type: z.literal('link'),
    attrs: z.object({
      href: z.string().check(z.maxLength(LINK_MAX), z.refine(isWebAddress, { error: 'link_invalid' })),
    }),
  }),
]);
export type DocumentMark = z.output<typeof mark>;

/** The editor allows each mark once per text node. A link within a link would also be invalid HTML. */
const marks = z.array(mark).check(
  z.maxLength(4),
  z.refine((given) => new Set(given.map(({ type }) => type)).size === given.length),
);

const inline = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: z.string().check(z.minLength(1)),
    marks: z.optional(marks),
  }),
  z.object({ type: z.literal('hardBreak') }),
]);
export type Inline = z.output<typeof inline>;

const paragraph = z.object({
  type: z.literal('paragraph'),
  attrs: z.optional(attributesWithId),
  content: z.optional(z.array(inline)),
});
export type Paragraph = z.output<typeof paragraph>;

const heading = z.object({
  type: z.literal('heading'),
  attrs: z.object({ id: z.optional(z.nullable(blockId)), level: z.literal([2, 3]) }),
  content: z.optional(z.array(inline)),
});
export type Heading = z.output<typeof heading>;

const blockquote = z.object({ type: z.literal('blockquote'), content: z.array(paragraph).check(z.minLength(1)) });
const listItem = z.object({ type: z.literal('listItem'), content: z.array(paragraph).check(z.minLength(1)) });
const list = z.object({
  type: z.literal(['bulletList', 'orderedList']),
  content: z.array(listItem).check(z.minLength(1)),
});
const sceneBreak = z.object({ type: z.literal('horizontalRule') });

const block = z.discriminatedUnion('type', [paragraph, heading, blockquote, list, sceneBreak]);
export type Block = z.output<typeof block>;

export const ChapterDocument = z.object({
  type: z.literal('doc'),
  content: z.array(block).check(z.minLength(1)),
});
export type ChapterDocument = z.output<typeof ChapterDocument>;
