import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#core/endpoint.ts';
import { COMMON_ERRORS, type ErrorCode } from '#core/errors.ts';
import { messageApi } from '#features/messages/contract.ts';
import { notify } from '#features/messages/server/index.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { tableOfActs } from '#testing/calls.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  buildStory,
  doubtfulProse,
  PASSWORD,
  prose,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { FULL, rounds } from '#testing/rounds.ts';
import { type Caller, setUpTestApp } from '#testing/test-app.ts';
import { routes } from './features.ts';
import { type FuzzInput, inputsOf, type Pool, queryOf } from './fuzz.test-kit.ts';
import { errorStatuses } from './model.ts';

/** Calls of each kind, per route and caller. */
const RUNS = rounds(57, 'calls of each kind, route and role');

const app = setUpTestApp();
const ROLES = ['visitor', 'member', 'moderator'] as const;
const callers = {} as Record<(typeof ROLES)[number], Caller>;
/** Real values by field. Filled before the first call; arbitraries hold the arrays. */
const pool: Record<string, unknown[]> = {
  token: ['x', `1.0.${'A'.repeat(43)}`],
  password: [PASSWORD],
  oldPassword: [PASSWORD],
  newPassword: ['Fresh7Morning'],
};

beforeAll(async () => {
  const author = await buildMember(app);
  const moderator = await buildMember(app, { role: 'moderator' });
  Object.assign(callers, { visitor: {}, member: author, moderator });
  const add = (name: string, ...values: unknown[]) => (pool[name] = [...(pool[name] ?? []), ...values]);
  for (let i = 0; i < 2; i += 1) {
    const { story, chapterId } = await buildPublishedStory(app, author, { title: `Salt ${i}` });
    const draft = await buildChapterDraft(app, author, story.id);
    add('storyId', story.id);
    add('chapterId', chapterId, draft.id);
    add('parentChapterId', chapterId);
  }
  const waiting = await buildStory(app, author, { title: 'For a person' });
  const draft = await buildChapterDraft(app, author, waiting.id, { content: doubtfulProse(150) });
  await app.call(storyApi.submit, { storyId: waiting.id }, author);
  await app.work();
  add('storyId', waiting.id);
  add('chapterId', draft.id);
  const { items } = await app.call(moderationApi.queue, {}, moderator);
  add('reviewId', ...items.map(({ id }) => id));
  for (let i = 0; i < 3; i += 1) await notify(app.deps, 'system_notice', { to: author.id, params: { text: `n${i}` } });
  const messages = await app.call(messageApi.unread, {}, author);
  add('messageId', ...messages.map(({ id }) => id));
  add('cursor', ...messages.map(({ id }) => id));
  add('userId', author.id, moderator.id);
  add('slug', author.slug);
  add('email', author.email, 'nobody@skein.test');
  add('version', 1, 2, 3);
  add('revision', 1, 2);
  add('content', prose(120, 1), doubtfulProse(120, 2), '', { type: 'doc', content: [{ type: 'paragraph' }] });
});

/** Calls that can end the caller’s session come last. The other calls would only be refused after them. */
const endsSession = new Map(Object.entries(tableOfActs((acts) => acts.some((act) => act.endsSession))));

/**
 * Returns the calls that a role may make. The full run also sends those that refuse the role before reading any input.
 */
function routesOf(role: (typeof ROLES)[number]) {
  const forModerators = ({ access }: Endpoint) => access === 'moderator' || access === 'administrator';
  const forEverybody = ({ access }: Endpoint) => access === 'public' || access === 'open';
  const chosen = {
    visitor: forEverybody,
    member: (endpoint: Endpoint) => !forModerators(endpoint),
    moderator: forModerators,
  };
  const sent = FULL ? routes : routes.filter(({ endpoint }) => chosen[role](endpoint));
  const isLast = ({ endpoint }: (typeof sent)[number]) => endsSession.get(endpoint.path) === true;
  return [...sent.filter((route) => !isLast(route)), ...sent.filter(isLast)];
}

/** Codes that a call may respond with. */
const allowedCodes = (endpoint: Endpoint): readonly ErrorCode[] => [...COMMON_ERRORS, ...endpoint.errors];
const envelopeOf = (endpoint: Endpoint) =>
  endpoint.list
    ? z.strictObject({ data: z.array(z.any()), next: z.nullable(z.string()) })
    : z.strictObject({ data: z.any() });

async function sendRaw(endpoint: Endpoint, { input, query }: FuzzInput, caller: Caller) {
  const headers: Record<string, string> = caller.accessToken ? { authorization: caller.accessToken } : {};
  const search = endpoint.method === 'GET' ? queryOf(input) : queryOf(query);
  const url = `/api/${endpoint.path}${search && `?${search}`}`;
  if (endpoint.method === 'GET') return app.app.http.inject({ url, headers });
  if (!endpoint.upload)
    return app.app.http.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify(input) ?? 'null',
    });
  const parts = Object.entries(input ?? {}).map(
    ([name, value]) =>
      `--b\r\nContent-Disposition: form-data; name="${encodeURIComponent(name)}"\r\n\r\n${JSON.stringify(value)}\r\n`,
  );
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nno picture\r\n--b--\r\n';
  return app.app.http.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    payload: `${parts.join('')}${file}`,
  });
}

const answered = new Map<string, Set<number>>();
async function expectHonestAnswer(endpoint: Endpoint, sent: FuzzInput, caller: Caller): Promise<void> {
  const response = await sendRaw(endpoint, sent, caller);
  const { statusCode: status } = response;
  const what = `${endpoint.path} ${JSON.stringify(sent)} → ${status} ${response.body.slice(0, 500)}`;
  answered.set(endpoint.path, (answered.get(endpoint.path) ?? new Set()).add(status));
  expect(response.headers['content-type'], what).toMatch(/^application\/json/);
  const body = response.json();
  if (status === 200) {
    expect(z.safeParse(envelopeOf(endpoint), body).success, what).toBe(true);
    return;
  }
  expect(status, what).toBeLessThan(500);
  expect(allowedCodes(endpoint), what).toContain(body.code);
  expect(status, what).toBe(errorStatuses[body.code as ErrorCode]);
  expect(body.error, what).toMatch(/^[A-Z][^{}]+$/);
  for (const sentence of Object.values(body.fields ?? {})) expect(sentence, what).toMatch(/^[A-Z0-9][^{}]*$/);
  expect(
    Object.keys(body).filter((key) => !['error', 'code', 'fields', 'details'].includes(key)),
    what,
  ).toEqual([]);
}

describe.each(ROLES)('whatever a %s sends', (role) => {
  it.each(routesOf(role).map(({ endpoint }) => [endpoint.path, endpoint] as const))(
    '%s responds as declared',
    { timeout: 120_000 },
    async (path, endpoint) => {
      const { fits, breaks } = inputsOf(endpoint, pool as Pool);
      // The same calls each time, but different ones for each route and caller.
      const seed = [...`${path} ${role}`].reduce(
        (sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0,
        FULL ? Date.now() : 7,
      );
      for (const inputs of [fits, breaks])
        await fc.assert(
          fc.asyncProperty(inputs, (sent) => expectHonestAnswer(endpoint, sent, callers[role])),
          { numRuns: RUNS, seed, endOnFailure: true },
        );
    },
  );
});

afterAll(async () => {
  // It only proves something if enough calls succeeded.
  const through = [...answered.values()].filter((statuses) => statuses.has(200)).length;
  expect(through).toBeGreaterThan(35);
  const { rows } = await app.database.pool.query("select count(*)::int as n from accounts where status = 'active'");
  expect(rows[0].n).toBeGreaterThanOrEqual(2);
  await app.work();
  await expectInvariants(app);
});
