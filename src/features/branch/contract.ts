import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { ChapterDocument } from '#features/chapters/model/document-schema.ts';
import { JOIN_POLICIES } from '#features/stories/model/join-policy.ts';

const Author = z.strictObject({ id, username: z.string(), slug: z.string() });
/** Somebody is writing a way on from here. */
const Reservation = z.strictObject({ user: Author, until: isoTime });

/** A chapter of the tree as the map and the outline draw it; a hidden one keeps its place without its words. */
export const TreeChapter = z.strictObject({
  id,
  /** Null for chapter 1. */
  parentId: z.nullable(id),
  /** Depth, from 1. */
  number: z.int(),
  status: z.enum(['approved', 'hidden']),
  title: z.nullable(z.string()),
  /** What the reader clicks to come here; null for chapter 1 and for a hidden one. */
  choice: z.nullable(z.string()),
  /** Place of the author in `authors`; null for a hidden one. */
  author: z.nullable(z.int()),
});
export type TreeChapter = z.output<typeof TreeChapter>;

export const StoryTree = z.strictObject({
  /** In the order of writing, so a parent always stands before its children. */
  chapters: z.array(TreeChapter),
  authors: z.array(Author),
  reservations: z.array(z.strictObject({ parentId: id, ...Reservation.shape })),
  /** False where the tree has more chapters than are sent. */
  whole: z.boolean(),
});
export type StoryTree = z.output<typeof StoryTree>;

/** One way on from a chapter. */
const Continuation = z.strictObject({
  id,
  number: z.int(),
  title: z.nullable(z.string()),
  choice: z.nullable(z.string()),
  author: z.nullable(Author),
  /** Chapters that lie beyond it on all of its ways. */
  chaptersBeyond: z.int(),
  /** Ends that lie beyond it and are open, itself included. */
  openEnds: z.int(),
});
export type Continuation = z.output<typeof Continuation>;

/** What stands around a chapter of a branch: the ways on, and the path that led here. */
export const Continuations = z.strictObject({
  /** In the order of writing; the order never depends on what was read. */
  ways: z.array(Continuation),
  reservations: z.array(Reservation),
  /** Ways that are taken, those being written among them, of `maxContinuations`. */
  taken: z.int(),
  maxContinuations: z.int(),
  /** From chapter 1 to the chapter itself. */
  path: z.array(
    z.strictObject({
      id,
      number: z.int(),
      title: z.nullable(z.string()),
      choice: z.nullable(z.string()),
      /** How many other ways there were at the fork that led here. */
      otherWays: z.int(),
    }),
  ),
  /** The other ways at the fork that led to this chapter, with their places among all of them, from 1. */
  siblings: z.array(
    z.strictObject({ id, place: z.int(), title: z.nullable(z.string()), choice: z.nullable(z.string()) }),
  ),
  /** The nearest chapter before this one that has more than one way on. */
  lastFork: z.nullable(z.strictObject({ id, number: z.int(), title: z.nullable(z.string()) })),
  /** How others come to write in the story. */
  joining: z.enum(JOIN_POLICIES),
});
export type Continuations = z.output<typeof Continuations>;

/** A chapter of a path that is read on one page. */
export const PathChapter = z.strictObject({
  id,
  number: z.int(),
  status: z.enum(['approved', 'hidden']),
  title: z.nullable(z.string()),
  choice: z.nullable(z.string()),
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
    summary: 'The ways on from a chapter and the path that leads to it.',
    input: byChapter,
    response: Continuations,
    errors: ['chapter_not_found'],
  }),
  path: endpoint({
    method: 'GET',
    path: 'branch/path',
    access: 'public',
    summary: 'The texts from chapter 1 to the named chapter, in order.',
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
      'Reserves the place after a chapter for 48 hours, so that others see who writes there; joins an open story.',
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
