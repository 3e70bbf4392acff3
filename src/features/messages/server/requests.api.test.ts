import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/database.ts';
import { buildMember, type Member } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { messageApi } from '../contract.ts';
import { ACTION_STATUSES } from '../model/message-types.ts';
import { notify } from './notify.ts';
import { findRequestMessage, settleRequest } from './requests.service.ts';

const app = setUpTestApp();
let creator: Member;
let guest: Member;
let requestId: string;
beforeEach(async () => {
  creator = await buildMember(app);
  guest = await buildMember(app);
  requestId = await ask();
});

/** Inserts a request for a story of its own, as the participation feature would. */
async function ask(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with story as (insert into stories (creator_id, mode, title, description, language, join_policy)
      values (${creator.id}, 'branch', 'Salt', 'Salt', 'en', 'applications') returning id)
    insert into participation_requests (story_id, account_id, applied_at, expires_at)
    select id, ${guest.id}, db_clock(), db_clock() + interval '14 days' from story returning id`.execute(app.deps.db);
  return rows[0]!.id;
}
const tell = (
  to: Member,
  kind: 'story_apply' | 'story_invite' | 'story_apply_accepted',
  of: string | null = requestId,
) => {
  const { id: from } = to === creator ? guest : creator;
  const params = { story: 'Salt', user: 'Ann', slug: 'ann', user_id: from, note: '', expires_at: 0 };
  return notify(app.deps, kind, { to: to.id, from, requestId: of, params });
};
const inbox = async (of: Member) => (await app.call(messageApi.list, {}, of)).items;

describe('request of a message', () => {
  it('is found by the member it was sent to, with its type', async () => {
    await tell(creator, 'story_apply');
    const { id } = (await inbox(creator))[0]!;
    expect(await findRequestMessage(app.deps, id, creator.id, 'story_apply')).toBe(requestId);
    for (const [messageId, account, type] of [
      [id, guest.id, 'story_apply'],
      [id, creator.id, 'story_invite'],
      ['999999999', creator.id, 'story_apply'],
    ] as const)
      await expect(findRequestMessage(app.deps, messageId, account, type)).rejects.toMatchObject({
        code: 'message_not_found',
      });
  });
  it('is not found if it has been deleted', async () => {
    await tell(creator, 'story_apply');
    const { id } = (await inbox(creator))[0]!;
    await sql`delete from participation_requests where id = ${requestId}`.execute(app.deps.db);
    await expect(findRequestMessage(app.deps, id, creator.id, 'story_apply')).rejects.toMatchObject({
      code: 'message_not_found',
    });
    expect(await inbox(creator)).toHaveLength(1);
  });
});

describe('settled request', () => {
  it.each(ACTION_STATUSES)('is %s in every message that asks about it, and in no other', async (status) => {
    await tell(creator, 'story_apply');
    await tell(guest, 'story_invite');
    await tell(guest, 'story_apply_accepted');
    await tell(guest, 'story_invite', await ask());
    await settleRequest(app.deps, requestId, status);
    const told = async (of: Member) =>
      (await inbox(of)).map((message) => [message.type, message.action_status, message.status]);
    expect(await told(creator)).toEqual([['story_apply', status, 'read']]);
    expect(await told(guest)).toEqual([
      ['story_invite', null, 'unread'],
      ['story_apply_accepted', null, 'unread'],
      ['story_invite', status, 'read'],
    ]);
    const pending = await app.call(messageApi.list, { tab: 'pending' }, guest);
    expect(pending.items).toHaveLength(1);
  });
  it('keeps its first outcome', async () => {
    await tell(creator, 'story_apply');
    await settleRequest(app.deps, requestId, 'withdrawn');
    await settleRequest(app.deps, requestId, 'accepted');
    expect(await inbox(creator)).toMatchObject([{ action_status: 'withdrawn', status: 'read' }]);
  });
  it('is settled in the transaction of its decision, or not at all', async () => {
    await tell(creator, 'story_apply');
    await inTransaction(app.deps, async (inner) => {
      await settleRequest(inner, requestId, 'accepted');
      throw new Error('no');
    }).catch(() => {});
    expect(await inbox(creator)).toMatchObject([{ action_status: null, status: 'unread' }]);
  });
});
