import * as z from 'zod/mini';
import { done, endpoint, nothing } from '#core/endpoint.ts';
import { id, isoTime, text } from '#core/fields.ts';
import { PROOF_ERRORS, Proof } from './contract-proof.ts';
import { HELP_BLOCKERS, helpedName, helpReason } from './model/factor-help.ts';

/** Help by administrators for members who have lost their second factors. */

const person = z.strictObject({ id, username: z.string(), slug: z.string() });

/** A removal that is planned. `by`: the administrator who asked for it. */
export const FactorRemoval = z.strictObject({ member: person, by: person, askedAt: isoTime, dueAt: isoTime });
export type FactorRemoval = z.output<typeof FactorRemoval>;

/** What an administrator sees of a member’s second factors: only whether there are any. */
export const MemberFactors = z.strictObject({
  member: person,
  hasApp: z.boolean(),
  passkeys: z.int(),
  /** Why the caller can’t remove them. Null if they can. */
  blocker: z.nullable(z.enum(HELP_BLOCKERS)),
});
export type MemberFactors = z.output<typeof MemberFactors>;

const ADMINISTRATOR_ERRORS = ['login_required', 'banned', 'forbidden'] as const;

export const factorHelpApi = {
  find: endpoint({
    method: 'GET',
    path: 'moderation/member_factors',
    access: 'administrator',
    summary: 'Returns whether the member with this username has second factors.',
    input: z.strictObject({ username: text(helpedName) }),
    response: MemberFactors,
    errors: [...ADMINISTRATOR_ERRORS, 'user_not_found'],
  }),
  removals: endpoint({
    method: 'GET',
    path: 'moderation/factor_removals',
    access: 'administrator',
    summary: 'Returns the removals of second factors that are planned, the next one first.',
    input: nothing,
    response: z.array(FactorRemoval),
    errors: ADMINISTRATOR_ERRORS,
  }),
  remove: endpoint({
    method: 'POST',
    path: 'moderation/remove_factors',
    access: 'administrator',
    summary:
      'Plans the removal of all second factors of a member who has lost them, in a week. Emails the member every day until then. Needs proof.',
    input: z.strictObject({ userId: id, reason: text(helpReason), proof: Proof }),
    response: FactorRemoval,
    limit: 'account_change',
    errors: [
      ...ADMINISTRATOR_ERRORS,
      'user_not_found',
      'own_factors',
      'not_over_administrators',
      'no_factors',
      'already_asked',
      'conflict',
      ...PROOF_ERRORS,
    ],
  }),
  stopRemoval: endpoint({
    method: 'POST',
    path: 'moderation/stop_factor_removal',
    access: 'administrator',
    summary: 'Stops a removal of second factors that is planned.',
    input: z.strictObject({ userId: id }),
    response: done,
    limit: 'account_change',
    errors: [...ADMINISTRATOR_ERRORS, 'wrong_state'],
  }),
  keep: endpoint({
    method: 'POST',
    path: 'user/keep_factors',
    access: 'member',
    summary: 'Stops the removal of the caller’s second factors, if one is planned.',
    input: nothing,
    response: done,
    limit: 'account_change',
    errors: ['login_required', 'banned'],
  }),
};
