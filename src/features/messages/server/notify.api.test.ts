import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/database.ts';
import { emit } from '#platform/features/events.ts';
import { buildMember, buildPublishedStory, type Member } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { messageApi } from '../contract.ts';
import { type NotifyCtx, notify } from './notify.ts';

const app = setUpTestApp();
let member: Member;
let other: Member;
beforeEach(async () => {
  member = await buildMember(app);
  other = await buildMember(app);
  app.mails.length = 0;
});

const inbox = async (of: Member) => (await app.call(messageApi.list, {}, of)).items.map(({ content }) => content);
/** Notifies of an export, once for each key. */
const tell = (ctx: NotifyCtx, eventKey: string, ...to: Member[]) =>
  notify(ctx, 'export_ready', { to: to.map(({ id }) => id), params: {}, eventKey });
const asking = () => ({
  params: { story: 'Salt', user: member.username, slug: 'x', user_id: member.id, note: '', expires_at: 0 },
  from: member.id,
});

describe('a notice about an event', () => {
  it('is written once for each member, also if others already have it', async () => {
    await tell(app.deps, '1', member);
    await tell(app.deps, '1', member, other);
    await tell(app.deps, '1', other, other);
    expect([await inbox(member), await inbox(other)].map(({ length }) => length)).toEqual([1, 1]);
    await tell(app.deps, '2', member);
    await notify(app.deps, 'report_received', { to: member.id, params: { number: '1', title: '' }, eventKey: '1' });
    expect(await inbox(member)).toHaveLength(3);
  });

  it.each([
    ['commits', 1],
    ['fails', 1],
  ] as const)('is written once if another transaction is writing it, which then %s', async (end, count) => {
    let finish = () => {};
    const until = new Promise<void>((resolve) => (finish = resolve));
    const first = inTransaction(app.deps, async (inner) => {
      await tell(inner, '1', member);
      await until;
      if (end === 'fails') throw new Error('no');
    }).catch(() => {});
    await expect.poll(() => inFlight()).toBe(1);
    const second = inTransaction(app.deps, (inner) => tell(inner, '1', member));
    await expect.poll(() => waiting()).toBe(1);
    finish();
    await Promise.all([first, second]);
    expect(await inbox(member)).toHaveLength(count);
  });

  it('does not compile without its key, its sender or its parameters', () => {
    const to = '1';
    const send = async () => {
      // @ts-expect-error: names no event
      await notify(app.deps, 'export_ready', { to, params: {} });
      // @ts-expect-error: names no member who causes it
      await notify(app.deps, 'story_invite', { to, params: asking().params });
      // @ts-expect-error: the text needs the name of the category
      await notify(app.deps, 'category_accepted', { to, params: { reason: '' } });
    };
    expect(send).toBeTypeOf('function');
  });

  it('is written once if an event is emitted twice', async () => {
    const event = { accountId: member.id, exportId: '7' };
    await Promise.all([1, 2].map(() => emit(app.deps as never, 'account.export_ready', event)));
    expect(await inbox(member)).toHaveLength(1);
  });
});

/** Transactions that have written and not ended. */
async function inFlight(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(app.database.db);
  return rows[0]!.count;
}
/** Statements that wait for another transaction. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.database.db);
  return rows[0]!.count;
}

describe('recipients', () => {
  it('are those whom the sender may reach', async () => {
    const asked: string[] = [];
    const contacts: NotifyCtx['contacts'] = {
      mayReach(from, to) {
        asked.push(from);
        return sql<boolean>`${to} <> ${other.id}`;
      },
    };
    const ctx = { ...app.deps, contacts };
    await notify(ctx, 'story_invite', { to: [other.id, member.id], ...asking() });
    expect([await inbox(member), await inbox(other)].map(({ length }) => length)).toEqual([1, 0]);
    // Notices of the site reach everyone.
    await tell(ctx, '1', other);
    expect(await inbox(other)).toHaveLength(1);
    expect(asked).toEqual([member.id]);
    await notify(app.deps, 'story_invite', { to: other.id, ...asking() });
    expect(await inbox(other)).toHaveLength(2);
  });

  it('can read the story or chapter, if the kind is about something to read', async () => {
    const { story, chapterId } = await buildPublishedStory(app, member);
    const stale = (chapter: string | null) =>
      notify(app.deps, 'translation_stale', {
        to: other.id,
        storyId: story.id,
        chapterId: chapter,
        params: { story: 'Salt', language: 'de' },
      });
    await stale(null);
    await stale(chapterId);
    expect(await inbox(other)).toHaveLength(2);
    await sql`update stories set deleted_at = db_clock() where id = ${story.id}`.execute(app.deps.db);
    await stale(null);
    await stale(chapterId);
    await notify(app.deps, 'story_approved', { to: member.id, storyId: story.id, params: { story: 'Salt' } });
    expect([await inbox(other), await inbox(member)].map(({ length }) => length)).toEqual([2, 2]);
    const onlyOther: NotifyCtx = { ...app.deps, canSee: (viewer) => sql<boolean>`${viewer} = ${other.id}` };
    await notify(onlyOther, 'translation_stale', {
      to: [member.id, other.id],
      params: { story: 'Salt', language: 'de' },
    });
    expect([await inbox(other), await inbox(member)].map(({ length }) => length)).toEqual([3, 2]);
  });
});
