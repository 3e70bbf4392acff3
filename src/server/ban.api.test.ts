import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '#core/endpoint.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { readerApi } from '#features/reader/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import { buildMember, buildPublishedStory, buildStory, type Member } from '#testing/factories.ts';
import { eachRound } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';

const app = setUpTestApp();
let url: string;
let chapterId: string;
beforeAll(async () => {
  app.app.cache.setListening(false);
  url = await app.app.http.listen({ port: 0, host: '127.0.0.1' });
  chapterId = (await buildPublishedStory(app, await buildMember(app))).chapterId;
});

/** Milliseconds between two calls, for a hundred calls per second. */
const BETWEEN = 10;
/** Number of calls that are answered before the ban, and of calls that are sent after it. */
const ENOUGH = 25;

interface Sent {
  begun: number;
  answered: number;
  status: number;
  code: string | undefined;
}

async function send(endpoint: Endpoint, input: Record<string, unknown>, { accessToken }: Member): Promise<Sent> {
  const begun = performance.now();
  const query = endpoint.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const response = await fetch(`${url}/api/${endpoint.path}${query}`, {
    method: endpoint.method,
    headers: { authorization: accessToken, 'content-type': 'application/json' },
    ...(endpoint.method === 'POST' ? { body: JSON.stringify(input) } : {}),
  });
  const { code } = (await response.json()) as { code?: string };
  return { begun, answered: performance.now(), status: response.status, code };
}

it.each(eachRound(12, 'bans'))('a ban stops a member who sends a hundred requests a second (run %i)', async () => {
  const member = await buildMember(app);
  const { id: storyId } = await buildStory(app, member);
  const calls: [Endpoint, (i: number) => Record<string, unknown>][] = [
    [storyApi.create, (i) => ({ title: `Salt ${i}`, mode: 'solo' })],
    [storyApi.update, (i) => ({ storyId, title: `Lemons ${i}` })],
    [readerApi.savePosition, () => ({ chapterId })],
    [moderationApi.feedback, (i) => ({ type: 'bug', description: `It is broken ${i}.` })],
    [accountApi.updateInfo, (i) => ({ bio: `Number ${i}` })],
    [accountApi.info, () => ({})],
  ];
  const sent: Promise<Sent>[] = [];
  let isOver = false;
  const storm = (async () => {
    while (!isOver) {
      const [endpoint, inputOf] = calls[sent.length % calls.length]!;
      sent.push(send(endpoint, inputOf(sent.length), member));
      await pause(BETWEEN);
    }
  })();
  while (sent.length < ENOUGH) await pause(BETWEEN);
  await Promise.all(sent.slice(0, ENOUGH));
  await restrictAccount(createCtx(app.deps, { language: 'en' }), member.id, {
    action: 'ban',
    reason: 'A machine writes in this name.',
  });
  const committed = performance.now();
  const before = sent.length;
  // Calls that were running when the ban was written may still arrive.
  await Promise.all(sent);
  const stored = await rowsOf(member);
  while (sent.length < before + ENOUGH) await pause(BETWEEN);
  isOver = true;
  await storm;
  const answers = await Promise.all(sent);

  expect(answers.slice(0, ENOUGH).map(({ status }) => status)).toEqual(Array(ENOUGH).fill(200));
  const late = answers.filter(({ begun }) => begun >= committed);
  expect(late.length).toBeGreaterThanOrEqual(ENOUGH);
  for (const { status, code } of late) expect({ status, code }).toEqual({ status: 403, code: 'banned' });
  expect(await rowsOf(member)).toEqual(stored);
});

/** Returns everything that the member has written, with the transaction ids. */
async function rowsOf({ id }: Member): Promise<unknown> {
  const { rows } = await app.database.pool.query(
    `select 'story' as what, id::text, xmin::text from stories where creator_id = $1
     union all select 'draft', d.story_id::text, d.xmin::text from story_drafts d join stories s on s.id = d.story_id where s.creator_id = $1
     union all select 'feedback', id::text, xmin::text from feedback where account_id = $1
     union all select 'account', id::text, xmin::text from accounts where id = $1
     order by 1, 2`,
    [id],
  );
  return rows;
}
