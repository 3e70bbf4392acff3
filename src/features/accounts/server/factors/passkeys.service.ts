import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { isUniqueViolation } from '#platform/db/database.ts';
import { isProvenCall } from '../../contract-account-calls.ts';
import type { NewPasskeyAnswer, PasskeyChallenge } from '../../contract-passkeys.ts';
import type { Proof } from '../../contract-proof.ts';
import { PASSKEYS_MAX } from '../../model/second-factor.ts';
import { waysIn } from '../connections.ts';
import { proveOwner } from '../proof.service.ts';
import { addFactor, changeFactors, changeProven, checkFactorsLeft, tellFactorChange } from './change-factors.ts';
import { checkEnrolment } from './enrolment.ts';
import { passkeysOf } from './factors.queries.ts';
import { deleteEnrolmentLink, deletePasskeys, insertPasskey, renamePasskey as writeName } from './factors.repo.ts';
import { makeRecoveryCodes, recoveryCodesOf } from './recovery-codes.ts';
import { challengeNewPasskey, challengePasskey, checkNewPasskey } from './webauthn.ts';

async function checkRoom({ db }: Pick<Ctx, 'db'>, accountId: string): Promise<void> {
  if ((await passkeysOf(db, accountId)).length >= PASSKEYS_MAX) throw new AppError('too_many_passkeys');
}

/** Returns the challenge for a new passkey. Throws not_found, enrolment_link_required, too_many_passkeys. */
export async function beginPasskey(
  ctx: Ctx,
  { proof, enrolment }: { proof: Proof; enrolment?: string | undefined },
): Promise<PasskeyChallenge> {
  const account = await proveOwner(ctx, 'user/begin_passkey', proof);
  await checkEnrolment(ctx, account.id, enrolment);
  await checkRoom(ctx, account.id);
  return challengeNewPasskey(ctx, account);
}

/**
 * Adds the passkey that has answered. Members without recovery codes get them with it, and see them only now. Throws
 * passkey_refused, too_many_passkeys.
 */
export async function addPasskey(
  ctx: Ctx,
  input: { token: string; name: string; answer: NewPasskeyAnswer },
): Promise<{ recoveryCodes: string[] | null }> {
  const passkey = await checkNewPasskey(ctx, input, memberOf(ctx).id);
  return changeFactors(ctx, async (inner, { id }) => {
    await checkRoom(inner, id);
    await addFactor(inner, id, () => insertPasskey(inner.db, id, { ...passkey, name: input.name }));
    await deleteEnrolmentLink(inner.db, id);
    await tellFactorChange(inner, id, 'passkey_added');
    const hasCodes = (await recoveryCodesOf(inner, id)).recoveryCodesLeft !== null;
    return { recoveryCodes: hasCodes ? null : await makeRecoveryCodes(inner, id, true) };
  }).catch((error) => {
    throw isUniqueViolation(error) ? new AppError('passkey_refused') : error;
  });
}

/** Renames a passkey of the caller. Throws passkey_not_found. */
export async function renamePasskey(ctx: Ctx, input: { passkeyId: string; name: string }): Promise<typeof DONE> {
  return changeFactors(ctx, async ({ db }, { id }) => {
    if (!(await writeName(db, id, input.passkeyId, input.name))) throw new AppError('passkey_not_found');
    return DONE;
  });
}

/**
 * Removes a passkey of the caller. Throws passkey_not_found, second_factor_kept, and password_missing if it is the only
 * way to log in.
 */
export async function removePasskey(
  ctx: Ctx,
  { passkeyId, proof }: { passkeyId: string; proof: Proof },
): Promise<typeof DONE> {
  const known = await proveOwner(ctx, 'user/remove_passkey', proof);
  return changeProven(ctx, known, async (inner, account) => {
    const own = await passkeysOf(inner.db, account.id);
    if (!own.some(({ id }) => id === passkeyId)) throw new AppError('passkey_not_found');
    const hasProvider = (await waysIn(inner, account.id)).length > 0;
    const isOnlyWay = own.length === 1 && !account.password_hash && !hasProvider;
    if (isOnlyWay) throw new AppError('password_missing');
    await deletePasskeys(inner.db, account.id, passkeyId);
    await checkFactorsLeft(inner, account.id);
    await tellFactorChange(inner, account.id, 'passkey_removed');
    return DONE;
  });
}

/** Returns a challenge for the caller’s passkeys, to prove for one call that it is them. */
export async function beginPasskeyProof(ctx: Ctx, { act }: { act: string }): Promise<PasskeyChallenge> {
  if (!isProvenCall(act)) throw new AppError('not_found');
  return challengePasskey(ctx, `proof ${act}`, memberOf(ctx).id);
}
