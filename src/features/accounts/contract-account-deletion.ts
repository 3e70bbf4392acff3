import * as z from 'zod/mini';
import { done, endpoint, nothing } from '#core/endpoint.ts';
import { isoTime, text } from '#core/fields.ts';
import { CONTENT_POLICIES } from './model/account-deletion.ts';
import { givenPassword } from './model/password.ts';

const count = z.number();

/** What would become of the member's texts, for both choices. Chapters and stories are those that the world can read. */
export const DeletionPreview = z.strictObject({
  keep: z.strictObject({ chapters: count, stories: count, drafts: count }),
  delete: z.strictObject({
    /** Title of a story that goes, when there is one. */
    title: z.nullable(z.string()),
    stories: count,
    drafts: count,
    /** Chapters of theirs that stay, because of what others have built on them. */
    chaptersLeft: count,
  }),
});

export const ExportState = z.strictObject({
  state: z.enum(['none', 'making', 'ready']),
  /** Where the file lies, below our own origin; only while it is ready. */
  url: z.nullable(z.string()),
  readyUntil: z.nullable(isoTime),
  /** From when another one may be asked for; null when it may be now. */
  nextAt: z.nullable(isoTime),
});
export type ExportState = z.output<typeof ExportState>;

export const DeletionView = z.strictObject({
  /** When the account is erased; null when nothing is planned. */
  deletionDueAt: z.nullable(isoTime),
  texts: z.nullable(z.enum(CONTENT_POLICIES)),
  /** False for members who sign in by Google alone: they prove by a fresh sign-in that it is them. */
  hasPassword: z.boolean(),
  deletionPreview: DeletionPreview,
  export: ExportState,
});
export type DeletionView = z.output<typeof DeletionView>;

/** Leaving, and taking along what is one's own. A restricted member reaches all of it by their `appealToken`. */
export const accountDeletionApi = {
  preview: endpoint({
    method: 'GET',
    path: 'user/deletion_preview',
    access: 'account',
    summary: 'What would become of the caller’s texts, whether a deletion is planned, and how their export stands.',
    input: nothing,
    response: DeletionView,
    errors: ['login_required', 'banned'],
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: 'user/delete_account',
    access: 'account',
    summary: 'Plans the deletion of the account in 14 days and ends every session; signing in undoes it.',
    input: z.strictObject({
      password: z.optional(text(givenPassword)),
      texts: z.enum(CONTENT_POLICIES, { error: 'required' }),
    }),
    response: z.strictObject({
      deletionDueAt: isoTime,
      /** Opens `user/cancel_deletion` for a day, so that the page that asked can take it back. */
      token: z.string(),
    }),
    limit: 'account_change',
    errors: ['login_required', 'banned', 'wrong_state', 'sign_in_again', 'last_administrator'],
  }),
  cancelDeletion: endpoint({
    method: 'POST',
    path: 'user/cancel_deletion',
    access: 'account',
    summary: 'Undoes a planned deletion.',
    input: nothing,
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned', 'wrong_state'],
  }),
  export: endpoint({
    method: 'POST',
    path: 'user/export',
    access: 'account',
    summary: 'Makes a ZIP file with everything of the caller’s, once in 7 days; a message brings the link.',
    input: nothing,
    response: ExportState,
    limit: 'account_change',
    errors: ['login_required', 'banned'],
  }),
};
