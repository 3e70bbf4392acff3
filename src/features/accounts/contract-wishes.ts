import * as z from 'zod/mini';
import { WISH_ID, WISH_KIND } from './model/wish.ts';

const kind = z.string().check(z.regex(WISH_KIND, { error: 'invalid' }));

/** What a visitor wanted to do when they signed up. */
export const Wish = z.strictObject({ kind, id: z.string().check(z.regex(WISH_ID, { error: 'invalid' })) });

/** A wish of a sign-up, with the path where it is reopened. `at` is null if what it is about is gone. */
export const ReopenedWish = z.strictObject({ kind, at: z.nullable(z.string()) });
export type ReopenedWish = z.output<typeof ReopenedWish>;
