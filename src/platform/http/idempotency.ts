import { AppError } from '#core/errors.ts';
import { invalidateCacheTags } from '../cache/changes.ts';
import { type Ctx, memberOf } from '../context.ts';
import { inTransaction } from '../db/database.ts';
import { toJson } from '../db/json.ts';
import type { Envelope, RawCall } from './pipeline.ts';
import { openAnswer, type SealedAnswer, sealAnswer } from './sealed-answer.ts';

declare module '../db/json.ts' {
  interface JsonColumns {
    /** Null while the first call is running. Earlier versions stored responses as they were. */
    'idempotency_keys.answer': SealedAnswer | Envelope;
  }
}

const KEY = /^[\w-]{8,100}$/;

/**
 * Runs a call at most once per member and Idempotency-Key. A call that is repeated because its response was lost gets
 * the first response again. The key is written in the transaction of the use case, so both exist or neither does. A
 * concurrent second call waits for the first. The response is stored encrypted. Throws `invalid_input` if the key is
 * malformed, and `conflict` if it belongs to a different call, or if the secret key that sealed it is no longer known.
 */
export async function withIdempotency(
  ctx: Ctx,
  { key, call, raw }: { key: string; call: string; raw: RawCall },
  run: (ctx: Ctx) => Promise<Envelope>,
): Promise<{ envelope: Envelope; isRepeat: boolean }> {
  if (!KEY.test(key)) throw new AppError('invalid_input', { fields: { 'Idempotency-Key': { code: 'invalid' } } });
  // With a secret key, because the input may contain a password. A plain digest in a stolen database could be
  // brute-forced.
  const content = JSON.stringify([raw.input ?? null, raw.query ?? null]);
  const digest = ctx.secrets.sign('idempotency', content);
  const accountId = memberOf(ctx).id;
  const owner = `${accountId} ${key}`;
  return inTransaction(ctx, async (inner) => {
    const taken = await inner.db
      .insertInto('idempotency_keys')
      .values({ account_id: accountId, key, call, input_digest: digest })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    const row = () =>
      inner.db.selectFrom('idempotency_keys').where('account_id', '=', accountId).where('key', '=', key);
    if (!taken) {
      const earlier = await row().select(['call', 'input_digest', 'answer']).executeTakeFirstOrThrow();
      if (earlier.call !== call || !ctx.secrets.proves(earlier.input_digest, 'idempotency', content))
        throw new AppError('conflict');
      const answer = earlier.answer!;
      const envelope = 'sealed' in answer ? openAnswer(ctx.secrets, owner, answer) : answer;
      if (!envelope) throw new AppError('conflict');
      // The browser may have lost the first response with its cookie. A process that has heard of this change has heard
      // of that one, too.
      await invalidateCacheTags(inner, 'repeat');
      return { envelope, isRepeat: true };
    }
    const envelope = await run(inner);
    await inner.db
      .updateTable('idempotency_keys')
      .set({ answer: toJson(sealAnswer(ctx.secrets, owner, envelope)) })
      .where('account_id', '=', accountId)
      .where('key', '=', key)
      .execute();
    return { envelope, isRepeat: false };
  });
}
