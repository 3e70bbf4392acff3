import * as z from 'zod/mini';
import { done, endpoint, nothing } from '#core/endpoint.ts';
import { isoTime, text } from '#core/fields.ts';
import { PROOF_ERRORS, Proof } from './contract-proof.ts';
import { CONTENT_POLICIES } from './model/account-deletion.ts';
import { givenPassword } from './model/password.ts';
import { PROOF_KINDS } from './model/proof.ts';

const count = z.number();

/** What would happen to the member’s writing, for both choices. Counts only published chapters and stories. */
export const DeletionPreview = z.strictObject({
  keep: z.strictObject({ chapters: count, stories: count, drafts: count }),
  delete: z.strictObject({
    /** Title of a story that would be deleted, if there is one. */
    title: z.nullable(z.string()),
    stories: count,
    drafts: count,
    /** The member’s chapters that would stay because others have built on them. */
    chaptersLeft: count,
  }),
});

export const ExportState = z.strictObject({
  state: z.enum(['none', 'making', 'ready', 'failed']),
  readyUntil: z.nullable(isoTime),
  /** Time from which another export can be requested. Null if it can be requested now. */
  nextAt: z.nullable(isoTime),
});
export type ExportState = z.output<typeof ExportState>;

export const DeletionView = z.strictObject({
  /** Time at which the account is erased. Null if no deletion is planned. */
  deletionDueAt: z.nullable(isoTime),
  texts: z.nullable(z.enum(CONTENT_POLICIES)),
  /** False for members who only log in with Google. */
  hasPassword: z.boolean(),
  /** How the member can prove that it is them. */
  proofs: z.array(z.enum(PROOF_KINDS)),
  deletionPreview: DeletionPreview,
  export: ExportState,
});
export type DeletionView = z.output<typeof DeletionView>;

/** Deleting the account and exporting its data. Restricted members reach all of it with their `appealToken`. */
export const accountDeletionApi = {
  preview: endpoint({
    method: 'GET',
    path: 'user/deletion_preview',
    access: 'account',
    summary: 'Returns what would happen to the caller’s writing, the planned deletion if any, and their export.',
    input: nothing,
    response: DeletionView,
    errors: ['login_required', 'banned'],
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: 'user/delete_account',
    access: 'account',
    summary: 'Schedules the deletion of the account in 14 days and ends every session. Logging in cancels it.',
    input: z.strictObject({
      /** Earlier clients send it instead of `proof`. */
      password: z.optional(text(givenPassword)),
      proof: z.optional(Proof),
      texts: z.enum(CONTENT_POLICIES, { error: 'required' }),
    }),
    response: z.strictObject({
      deletionDueAt: isoTime,
      /** Authorizes `user/cancel_deletion` for a day, so that the page that requested the deletion can cancel it. */
      token: z.string(),
    }),
    limit: 'account_change',
    errors: ['login_required', 'banned', 'wrong_state', 'last_administrator', ...PROOF_ERRORS],
  }),
  cancelDeletion: endpoint({
    method: 'POST',
    path: 'user/cancel_deletion',
    access: 'account',
    summary: 'Cancels a planned deletion.',
    input: nothing,
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned', 'wrong_state'],
  }),
  export: endpoint({
    method: 'POST',
    path: 'user/export',
    access: 'account',
    summary: 'Makes a ZIP file with all of the caller’s data, once in 7 days. A message tells when. Needs proof.',
    input: z.strictObject({ proof: Proof }),
    response: ExportState,
    limit: 'account_change',
    errors: ['login_required', 'banned', ...PROOF_ERRORS],
  }),
  exportAddress: endpoint({
    method: 'POST',
    path: 'user/export_address',
    access: 'account',
    read: true,
    summary: 'Returns an address of the caller’s file that can be used once, within 5 minutes and the same session.',
    input: nothing,
    response: z.strictObject({
      /** Path on our own origin. */
      url: z.string(),
    }),
    limit: 'account_change',
    errors: ['login_required', 'banned', 'not_found'],
  }),
};
