import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { inTransaction } from '#platform/db/database.ts';
import { buildMember, buildStory, type Member } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { messageApi } from '../contract.ts';
import { COUNTED_MAX, type InboxTab, MESSAGE_TYPES, type MessageType } from '../model/message-types.ts';
import { type NotifyCtx, notify } from './notify.ts';

const app = setUpTestApp();
let member: Member;
beforeEach(async () => {
  member = await buildMember(app);
});

/** Sends a notice with any parameters, about a story that doesn’t exist. */
const notifyOf = notify as (ctx: NotifyCtx, kind: MessageType, notice: object) => Promise<void>;
const tell = (type: MessageType, params: Record<string, string | number> = {}, to: Member = member) =>
  notifyOf({ ...app.deps, canSee: () => sql<boolean>`true` }, type, {
    to: to.id,
    storyId: '7',
    chapterId: '9',
    params,
  });
const notice = (text: string) => tell('system_notice', { text });
const list = async (input: { tab?: InboxTab; type?: MessageType; cursor?: string; limit?: number } = {}) =>
  app.call(messageApi.list, input as never, member);
const unread = () => app.call(messageApi.unread, {}, member);

describe('message', () => {
  it('is written in the transaction of its event, or not at all', async () => {
    await inTransaction(app.deps, async (inner) => {
      await notify(inner, 'system_notice', { to: member.id, params: { text: 'lost' } });
      throw new Error('no');
    }).catch(() => {});
    await inTransaction(app.deps, (inner) =>
      notify(inner, 'system_notice', { to: member.id, params: { text: 'kept' } }),
    );
    expect((await unread()).map(({ content }) => content)).toEqual(['kept']);
  });
  it('has a known type: no other is stored, and no other can be asked for', async () => {
    const write = sql`insert into messages (account_id, type, params) values (${member.id}, 'from_the_future', '{}')`;
    await expect(write.execute(app.database.db)).rejects.toMatchObject({ constraint: 'messages_type_check' });
    const { status, body } = await app.send(messageApi.list, { type: 'from_the_future' }, member);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['type']]);
  });
  it('has the spec’s fields', async () => {
    await tell('chapter_approved', { story: 'Salt', chapter: 'The boot' });
    expect(await unread()).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        type: 'chapter_approved',
        content: 'Your chapter <b>The boot</b> in <b>Salt</b> was approved and is now published.',
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        status: 'unread',
        action_status: null,
        target: to.chapter({ storyId: '7', chapterId: '9' }),
        data: {
          storyId: '7',
          chapterId: '9',
          storyTitle: 'Salt',
          chapterTitle: 'The boot',
          mode: null,
          language: null,
          deadline: null,
          expiresAt: null,
        },
      },
    ]);
  });
  it('has the current name of the member that it is about, and links to them', async () => {
    const joined = await buildMember(app);
    const asks = { story: 'Salt', user: 'writer_ab23cd', slug: 'writer_ab23cd', expires_at: Date.UTC(2026, 11, 5) };
    await tell('story_invite', { ...asks, user_id: joined.id });
    await tell('story_invite', asks);
    const chosen = `Zora_${joined.id}`;
    await app.call(accountApi.updateInfo, { username: chosen }, joined);
    for (const [unnamed, named] of [await unread(), (await list()).items]) {
      expect(named!.content).toContain(`<a href="${to.user({ userSlug: joined.slug })}">${chosen}</a>`);
      expect(named!.content).not.toContain('writer_ab23cd');
      // Older messages don’t say whose name it is.
      expect(unnamed!.content).toContain('writer_ab23cd');
    }
  });
  it('has empty data if it is about nothing', async () => {
    await notify(app.deps, 'system_notice', { to: member.id, params: { text: 'Hello' } });
    expect(Object.values((await unread())[0]!.data)).toEqual(Array(8).fill(null));
  });
  it('has its deadline in the text, and machine-readable', async () => {
    await tell('relay_your_turn', { story: 'Salt', number: 2, deadline: Date.UTC(2026, 10, 28, 9) });
    await tell('story_invite', { story: 'Salt', user: 'Ann', slug: 'ann', expires_at: Date.UTC(2026, 11, 5) });
    const [invitation, turn] = await unread();
    // The year is named if it isn’t the current one.
    expect(turn!.content).toMatch(/<i>Saturday, November 28(, 2026)? at 09:00 UTC<\/i>/);
    expect(turn!.data).toMatchObject({ deadline: '2026-11-28T09:00:00.000Z', expiresAt: null });
    expect(invitation!.data).toMatchObject({ deadline: null, expiresAt: '2026-12-05T00:00:00.000Z' });
  });
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><a href="javascript:x">y</a>',
    '<b onclick=x>z</b>',
    '{story} {reason, plural, one {x} other {y}}',
    "it's 'quoted' {",
    'a & b &lt;i&gt;',
    '雨水<br>账本\u2028',
  ])('shows a title as it was written: %s', async (title) => {
    await tell('story_approved', { story: title });
    const [message] = await unread();
    const tags = [...message!.content.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
    expect(tags).toEqual(['<b>', '</b>']);
    const shown = message!.content
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    expect(shown).toBe(`Your story ${title} was approved and is now published.`);
    expect(message!.data.storyTitle).toBe(title);
  });
  it('can be written and read for every type', async () => {
    for (const type of MESSAGE_TYPES) await tell(type, { story: 'S', chapter: 'C', reason: 'R', text: 'T' });
    expect((await list({ limit: 50 })).items.map(({ type }) => type)).toEqual(MESSAGE_TYPES.toReversed());
  });
});

describe('inbox', () => {
  it('shows the newest messages first, in pages, each message once', async () => {
    for (let i = 0; i < 25; i += 1) await notice(`n${i}`);
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 10, ...(cursor ? { cursor } : {}) });
      pages.push(page.items.map(({ content }) => content));
      // A message that arrives between pages is not repeated, and shifts nothing.
      if (pages.length === 1) await notice('late');
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(pages.flat()).toEqual(Array.from({ length: 25 }, (_, i) => `n${24 - i}`));
  });
  it('has 20 messages per page by default, and at most 50', async () => {
    for (let i = 0; i < 55; i += 1) await notice('x');
    expect((await list()).items).toHaveLength(20);
    expect((await list({ limit: 50 })).items).toHaveLength(50);
    expect((await list({ limit: 51 })).items).toHaveLength(20);
  });
  it('has tabs and a filter by type', async () => {
    for (const type of ['system_notice', 'story_invite', 'story_apply', 'story_approved'] as const)
      await tell(type, { text: 't', story: 's' });
    await tell('story_invite', { story: 'done' });
    const all = (await list()).items;
    await app.database.db
      .updateTable('messages')
      .set({ action_status: 'accepted' })
      .where('id', '=', all[0]!.id)
      .execute();
    await app.call(messageApi.markRead, { messageId: all[1]!.id }, member);
    const types = async (input: Parameters<typeof list>[0]) => (await list(input)).items.map(({ type }) => type);
    expect(await types({ tab: 'all' })).toEqual([
      'story_invite',
      'story_approved',
      'story_apply',
      'story_invite',
      'system_notice',
    ]);
    expect(await types({ tab: 'read' })).toEqual(['story_approved']);
    expect(await types({ tab: 'unread' })).toEqual(['story_invite', 'story_apply', 'story_invite', 'system_notice']);
    expect(await types({ tab: 'pending' })).toEqual(['story_apply', 'story_invite']);
    expect(await types({ tab: 'all', type: 'story_invite' })).toEqual(['story_invite', 'story_invite']);
    expect(await types({ tab: 'pending', type: 'story_invite' })).toEqual(['story_invite']);
    expect(await types({ type: 'contest_winner' })).toEqual([]);
    const counts = await app.call(messageApi.counts, {}, member);
    expect(counts).toEqual({ all: 5, unread: 4, read: 1, pending: 2 });
  });
  it('counts up to 100, and only the member’s own messages', async () => {
    const insert = `insert into messages (account_id, type, params)
      select $1, 'story_apply', '{}' from generate_series(1, 120)`;
    await app.database.pool.query(insert, [member.id]);
    expect(await app.call(messageApi.counts, {}, member)).toEqual({ all: 100, unread: 100, read: 0, pending: 100 });
    const other = await buildMember(app);
    expect(await app.call(messageApi.counts, {}, other)).toEqual({ all: 0, unread: 0, read: 0, pending: 0 });
  });
  it('names the mode of the story', async () => {
    const { id: storyId } = await buildStory(app, member, { mode: 'branch' });
    await notify(app.deps, 'story_approved', { to: member.id, storyId, params: { story: 'Salt' } });
    expect((await unread()).map(({ data }) => data.mode)).toEqual(['branch']);
    expect((await list()).items.map(({ data }) => data.mode)).toEqual(['branch']);
  });
  it.each([{ tab: 'spam' }, { type: 'love_letter' }, { cursor: 'x' }, { cursor: '9999999999999999999' }, { to: '1' }])(
    'refuses %j',
    async (input) => {
      expect(await app.send(messageApi.list, input, member)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    },
  );
  it('shows only the member’s own messages', async () => {
    const other = await buildMember(app);
    await tell('system_notice', { text: 'secret' }, other);
    const [theirs] = await app.call(messageApi.unread, {}, other);
    expect(await unread()).toEqual([]);
    expect((await list()).items).toEqual([]);
    const foreign = await app.send(messageApi.markRead, { messageId: theirs!.id }, member);
    const missing = await app.send(messageApi.markRead, { messageId: '999999999' }, member);
    expect(foreign).toMatchObject({ status: 404, body: { code: 'message_not_found' } });
    expect(foreign.body).toEqual(missing.body);
    await app.call(messageApi.markAllRead, {}, member);
    expect((await app.call(messageApi.unread, {}, other))[0]?.status).toBe('unread');
  });
});

describe('unread messages', () => {
  it('are limited to 100, enough for 99+', async () => {
    await app.database.pool.query(
      `insert into messages (account_id, type, params) select $1, 'system_notice', '{"text": "x"}' from generate_series(1, 120)`,
      [member.id],
    );
    const messages = await unread();
    expect(messages).toHaveLength(COUNTED_MAX);
    expect(messages[0]!.id > messages[1]!.id || messages[0]!.id.length > messages[1]!.id.length).toBe(true);
  });
  it('are marked as read one by one, and repeating it has no effect', async () => {
    await notice('a');
    await notice('b');
    const [newest] = await unread();
    const readAt = async () =>
      (
        await app.database.db
          .selectFrom('messages')
          .select('read_at')
          .where('id', '=', newest!.id)
          .executeTakeFirstOrThrow()
      ).read_at;
    await app.call(messageApi.markRead, { messageId: newest!.id }, member);
    const first = await readAt();
    await app.clock.advance(1000);
    await Promise.all(
      Array.from({ length: 10 }, () => app.call(messageApi.markRead, { messageId: newest!.id }, member)),
    );
    expect(await readAt()).toEqual(first);
    expect((await unread()).map(({ content }) => content)).toEqual(['a']);
    expect((await list({ tab: 'read' })).items.map(({ content, status }) => [content, status])).toEqual([
      ['b', 'read'],
    ]);
  });
  it('are all marked as read at once', async () => {
    for (let i = 0; i < 5; i += 1) await notice('x');
    await app.call(messageApi.markAllRead, {}, member);
    expect(await unread()).toEqual([]);
    expect((await list({ tab: 'read' })).items).toHaveLength(5);
    await app.call(messageApi.markAllRead, {}, member);
    await notice('new');
    expect(await unread()).toHaveLength(1);
  });
  it.each([
    {},
    { messageId: 1 },
    { messageId: 'x' },
    { messageId: '9999999999999999999' },
    { messageId: '1', all: true },
  ])('are not marked by %j', async (input) => {
    expect(await app.send(messageApi.markRead, input, member)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
  });
});

it('visitors have no messages', async () => {
  for (const endpoint of Object.values(messageApi))
    expect(await app.send(endpoint, endpoint.method === 'GET' ? {} : { messageId: '1' })).toMatchObject({
      status: 401,
      body: { code: 'login_required' },
    });
});
