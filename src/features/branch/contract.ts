import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { HIDDEN_BY } from '#features/chapters/model/chapter-status.ts';
import { ChapterDocument } from '#features/chapters/model/document-schema.ts';
import { JOIN_POLICIES } from '#features/stories/model/join-policy.ts';

const Author = z.strictObject({ id, username: z.string(), slug: z.string() });
/** Who hid a chapter: a moderator, or its author by taking it down. Null unless it is hidden. */
const HiddenBy = z.nullable(z.enum(HIDDEN_BY));
/** A member is writing a continuation of this chapter. */
const Reservation = z.strictObject({ user: Author, until: isoTime });

/** A chapter of the tree, as drawn on the map and in the outline. A hidden one keeps its position without its texts. */
export const TreeChapter = z.strictObject({
  id,
  /** Null for chapter 1. */
  parentId: z.nullable(id),
  /** Depth, from 1. */
  number: z.int(),
  status: z.enum(['approved', 'hidden']),
  title: z.nullable(z.string()),
  /** What readers click to reach it. Null for chapter 1 and for a hidden one. */
  choice: z.nullable(z.string()),
  /** Index of the author in `authors`. Null for a hidden chapter. */
  author: z.nullable(z.int()),
  /** Who hid it: a moderator, or its author by taking it down. Omitted unless it is hidden, because trees are large. */
  hiddenBy: z.optional(z.enum(HIDDEN_BY)),
});
export type TreeChapter = z.output<typeof TreeChapter>;

export const StoryTree = z.strictObject({
  /** In the order of writing, so parents come before their children. */
  chapters: z.array(TreeChapter),
  authors: z.array(Author),
  reservations: z.array(z.strictObject({ parentId: id, ...Reservation.shape })),
  /** False if the tree has more chapters than were sent. */
  whole: z.boolean(),
});
export type StoryTree = z.output<typeof StoryTree>;

/** A continuation of a chapter. */
const Continuation = z.strictObject({
  id,
  number: z.int(),
  title: z.nullable(z.string()),
  choice: z.nullable(z.string()),
  hiddenBy: HiddenBy,
  author: z.nullable(Author),
  /** Number of chapters after it, on all paths. */
  chaptersBeyond: z.int(),
  /** Number of open branches that can be reached from it, including itself. */
  openEnds: z.int(),
});
export type Continuation = z.output<typeof Continuation>;

/** The continuations of a chapter of a branch, and the path that leads to it. */
export const Continuations = z.strictObject({
  /** In the order of writing. The order never depends on what was read. */
  ways: z.array(Continuation),
  reservations: z.array(Reservation),
  /** Continuations that exist or are being written, of `maxContinuations`. */
  taken: z.int(),
  maxContinuations: z.int(),
  /** From chapter 1 to the chapter itself. */
  path: z.array(
    z.strictObject({
      id,
      number: z.int(),
      title: z.nullable(z.string()),
      choice: z.nullable(z.string()),
      hiddenBy: HiddenBy,
      /** Number of other continuations at the fork before this chapter. */
      otherWays: z.int(),
    }),
  ),
  /** The other continuations at the fork before this chapter, with their positions among all of them, from 1. */
  siblings: z.array(
    z.strictObject({
      id,
      place: z.int(),
      title: z.nullable(z.string()),
      choice: z.nullable(z.string()),
      hiddenBy: HiddenBy,
    }),
  ),
  /** The nearest earlier chapter with more than one continuation. */
  lastFork: z.nullable(z.strictObject({ id, number: z.int(), title: z.nullable(z.string()), hiddenBy: HiddenBy })),
  /** How members can join the story. */
  joinPolicy: z.enum(JOIN_POLICIES),
});
export type Continuations = z.output<typeof Continuations>;

/** A chapter of a path, for reading the whole path on one page. */
export const PathChapter = z.strictObject({
  id,
  number: z.int(),
  status: z.enum(['approved', 'hidden']),
  title: z.nullable(z.string()),
  choice: z.nullable(z.string()),
  hiddenBy: HiddenBy,
  content: z.nullable(ChapterDocument),
  language: z.enum(LANGUAGES),
  author: z.nullable(Author),
});
export type PathChapter = z.output<typeof PathChapter>;

const MEMBER_ERRORS = ['login_required', 'banned', 'chapter_not_found'] as const;
const byChapter = z.strictObject({ chapterId: id });

export const branchApi = {
  tree: endpoint({
    method: 'GET',
    path: 'branch/tree',
    access: 'public',
    summary: 'All published chapters of a branching story, for its map and outline.',
    input: z.strictObject({ storyId: id }),
    response: StoryTree,
    errors: ['story_not_found'],
  }),
  continuations: endpoint({
    method: 'GET',
    path: 'branch/continuations',
    access: 'public',
    summary: 'The continuations of a chapter, and the path that leads to it.',
    input: byChapter,
    response: Continuations,
    errors: ['chapter_not_found'],
  }),
  path: endpoint({
    method: 'GET',
    path: 'branch/path',
    access: 'public',
    summary: 'The texts from chapter 1 to the given chapter, in order.',
    input: z.strictObject({ chapterId: id, cursor, limit: pageLimit }),
    response: z.array(PathChapter),
    list: true,
    errors: ['chapter_not_found'],
  }),
  reserve: endpoint({
    method: 'POST',
    path: 'branch/reserve',
    access: 'member',
    summary:
      'Reserves a continuation of a chapter for 48 hours, visible to everyone. Joins the story if joining is open.',
    input: byChapter,
    response: z.strictObject({ until: isoTime }),
    errors: [
      ...MEMBER_ERRORS,
      'forbidden',
      'wrong_state',
      'invite_only',
      'story_full',
      'reapply_later',
      'no_continuation_left',
      'path_too_deep',
    ],
  }),
  release: endpoint({
    method: 'POST',
    path: 'branch/release',
    access: 'member',
    summary: 'Releases the caller’s reservation after a chapter.',
    input: byChapter,
    response: done,
    errors: MEMBER_ERRORS,
  }),
};
