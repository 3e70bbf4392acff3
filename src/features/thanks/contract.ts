import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { id } from '#core/fields.ts';

const ThanksState = z.strictObject({
  /** False for the author of the chapter. */
  canThank: z.boolean(),
  hasThanked: z.boolean(),
  /** Number of members who have thanked the author, up to `COUNT_MAX`. Null for everyone but the author. */
  received: z.nullable(z.int()),
});
export type ThanksState = z.output<typeof ThanksState>;

const MEMBER_ERRORS = ['login_required', 'banned', 'chapter_not_found'] as const;
const byChapter = z.strictObject({ chapterId: id });

export const thanksApi = {
  viewerState: endpoint({
    method: 'GET',
    path: 'thanks/viewer_state',
    access: 'member',
    summary: 'Returns whether the caller has thanked the author of a chapter. For its author: by how many they were.',
    input: byChapter,
    response: ThanksState,
    errors: MEMBER_ERRORS,
  }),
  give: endpoint({
    method: 'POST',
    path: 'thanks/give',
    access: 'member',
    summary: 'Thanks the author of a chapter. Thanking again changes nothing.',
    input: byChapter,
    response: done,
    errors: [...MEMBER_ERRORS, 'forbidden'],
  }),
  takeBack: endpoint({
    method: 'POST',
    path: 'thanks/take_back',
    access: 'member',
    summary: 'Takes the caller’s thanks for a chapter back, if there are any.',
    input: byChapter,
    response: done,
    errors: [...MEMBER_ERRORS, 'forbidden'],
  }),
};
