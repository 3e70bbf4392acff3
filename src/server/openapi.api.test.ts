import { type FastifyInstance, fastify } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/endpoint.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { pageApi } from '#features/pages/contract.ts';
import { profileApi } from '#features/profile/contract.ts';
import { readerApi } from '#features/reader/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { loadSharp } from '#platform/images/reencode.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  buildStory,
  doubtfulProse,
  type Member,
  PASSWORD,
} from '#testing/factories.ts';
import { type Caller, setUpTestApp, type WireAnswer } from '#testing/test-app.ts';
import { routes } from './features.ts';

const app = setUpTestApp({ SITE_NAME: 'Garn', PUBLIC_URL: 'http://localhost:4000' });

interface Operation {
  summary: string;
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: {
    required: boolean;
    content: Record<string, { schema: { required?: string[]; properties?: object } }>;
  };
  security?: object[];
  responses: Record<string, { description: string; content: { 'application/json': { schema: object } } }>;
}
interface Description {
  openapi: string;
  info: { title: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Error: object } };
}
let description: Description;
/** Only for its JSON Schema validator, which is independent of our schemas. */
let checker: FastifyInstance;
let validate: (schema: object, value: unknown) => string | null;
beforeAll(async () => {
  description = (await app.app.http.inject({ url: '/api/openapi.json' })).json();
  checker = fastify({
    ajv: {
      customOptions: {
        strict: false,
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: true,
      },
    },
  });
  let compile: ((schema: object) => ((value: unknown) => boolean) & { errors?: unknown }) | undefined;
  checker.get('/', async (request) => {
    compile = (schema) => request.compileValidationSchema(schema as never) as never;
    return {};
  });
  await checker.inject('/');
  validate = (schema, value) => {
    // Schemas refer to the components.
    const check = compile!(structuredClone({ ...schema, components: description.components }));
    return check(value) ? null : JSON.stringify(check.errors);
  };
  return () => checker.close();
});

const operationOf = ({ method, path }: Endpoint) => description.paths[`/${path}`]![method.toLowerCase()]!;

describe('the description of the API', () => {
  it('is of this site, and can be cached for a while', async () => {
    const { headers } = await app.app.http.inject({ url: '/api/openapi.json' });
    expect(headers['cache-control']).toBe('public, max-age=300');
    expect(description).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Garn API' },
      servers: [{ url: 'http://localhost:4000/api' }],
    });
  });
  it('contains every call and nothing else', () => {
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(1)}`),
    );
    expect(described.toSorted()).toEqual(
      routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted(),
    );
    const ids = Object.values(description.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
  it.each(routes.map(({ endpoint }) => [endpoint.path, endpoint] as const))(
    '%s: its input, its token, its errors',
    (_path, endpoint) => {
      const operation = operationOf(endpoint);
      expect(operation.summary).toMatch(/^[A-Z].*\.$/s);
      expect(operation.parameters.map(({ name }) => name)).toContain('t');
      for (const parameter of operation.parameters)
        expect(parameter).toMatchObject({ in: 'query', required: expect.any(Boolean) });
      expect(operation.requestBody !== undefined).toBe(endpoint.method === 'POST');
      if (endpoint.method === 'POST')
        expect(Object.keys(operation.requestBody!.content)).toEqual([
          endpoint.upload ? 'multipart/form-data' : 'application/json',
        ]);
      if (endpoint.upload)
        expect(operation.requestBody!.content['multipart/form-data']!.schema.required).toContain('file');
      expect(operation.security !== undefined).toBe(!['public', 'open'].includes(endpoint.access));
      const described = Object.values(operation.responses)
        .map((response) => response.description)
        .join(', ');
      for (const code of endpoint.errors) expect(described).toContain(code);
    },
  );
});

describe('real responses', () => {
  let author: Member;
  let moderator: Member;
  const seen = new Set<string>();
  const satisfies = (endpoint: Endpoint, { status, body }: WireAnswer) => {
    const response = operationOf(endpoint).responses[String(status)];
    expect(response, `${endpoint.path} ${status} ${JSON.stringify(body)}`).toBeDefined();
    const schema = status === 200 ? response!.content['application/json'].schema : description.components.schemas.Error;
    expect(validate(schema, body), `${endpoint.path} ${JSON.stringify(body)}`).toBeNull();
    if (status === 200) seen.add(endpoint.path);
    else expect(response!.description.split(', ')).toContain(body.code);
  };
  const call = async <T = Record<string, unknown>>(
    endpoint: Endpoint,
    input: object,
    caller: Caller = {},
    query?: Record<string, string>,
  ): Promise<T> => {
    const answer = await app.send(endpoint, input, caller, query ? { query } : {});
    satisfies(endpoint, answer);
    return answer.body.data as T;
  };
  beforeAll(async () => {
    author = await buildMember(app);
    moderator = await buildMember(app, { role: 'moderator' });
  });

  it('about accounts and messages are as described', async () => {
    await call(accountApi.challenge, { action: 'login' });
    await call(accountApi.register, { email: 'openapi@skein.test', password: PASSWORD });
    await call(accountApi.verifyEmail, { token: 'x' });
    await call(accountApi.resendVerification, { email: 'openapi@skein.test' });
    const tokens = await call<Member>(accountApi.login, { email: author.email, password: PASSWORD });
    await call(accountApi.login, { email: author.email, password: 'x' });
    await call(accountApi.refresh, { token: tokens.refreshToken });
    await call(accountApi.refresh, { token: tokens.refreshToken, rotate: true });
    await call(accountApi.refresh, { token: 'x' });
    await call(accountApi.logout, { token: tokens.refreshToken });
    await call(accountApi.info, {}, author);
    await call(accountApi.info, {});
    await call(accountApi.requestReset, { email: author.email });
    await call(accountApi.resetPassword, { email: author.email, password: PASSWORD }, {}, { token: 'x' });
    await call(accountApi.updatePassword, { oldPassword: 'x', newPassword: 'y' }, author);
    await call(accountApi.updateInfo, { bio: 'I write.', slug: 'openapi-author' }, author);
    await call(accountApi.bySlug, { slug: 'openapi-author' });
    await call(accountApi.bySlug, { slug: 'nobody' });
    const picture = await (await loadSharp())({ create: { width: 80, height: 80, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    satisfies(accountApi.uploadAvatar, await app.upload(accountApi.uploadAvatar, {}, picture, author));
    satisfies(accountApi.uploadAvatar, await app.upload(accountApi.uploadAvatar, {}, Buffer.from('x'), author));
    await call(accountApi.bySlug, { slug: 'openapi-author' });
    await call(messageApi.markRead, { messageId: '999999' }, author);
    await call(
      moderationApi.feedback,
      { type: 'bug', description: 'A word is missing.', contact: 'me@x.test' },
      author,
    );
  });
  it('about stories, chapters and reviews are as described', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const storyId = story.id;
    const queued = await buildStory(app, author, { title: 'For a person' });
    await buildChapterDraft(app, author, queued.id, { content: doubtfulProse(150) });
    await call(storyApi.submit, { storyId: queued.id }, author);
    await call(storyApi.viewerState, { storyId: queued.id }, author);
    await app.work();
    const [entry] = (await call<{ id: string; version?: number }[]>(
      moderationApi.queue,
      { kind: 'story' },
      moderator,
    )) as {
      id: string;
    }[];
    const review = await call<{ id: string; version: number }>(
      moderationApi.review,
      { reviewId: entry!.id },
      moderator,
    );
    await call(
      moderationApi.reject,
      { reviewId: review.id, version: review.version + 1, reason: 'Too many addresses.' },
      moderator,
    );
    await call(moderationApi.approve, { reviewId: review.id, version: review.version }, author);
    await call(
      moderationApi.reject,
      { reviewId: review.id, version: review.version, reason: 'Too many addresses.' },
      moderator,
    );
    await call(moderationApi.failedJobs, {}, moderator);

    for (const endpoint of [storyApi.draft, storyApi.viewerState]) await call(endpoint, { storyId }, author);
    await call(storyApi.detail, { storyId });
    await call(storyApi.detail, { storyId: '999999' });
    await call(storyApi.listOwn, {}, author);
    await call(storyApi.listByUser, { userId: author.id });
    for (const endpoint of [profileApi.work, profileApi.stories, profileApi.translations])
      await call(endpoint, { userId: author.id });
    for (const endpoint of [
      profileApi.counts,
      profileApi.created,
      profileApi.joined,
      profileApi.interactions,
      profileApi.reviewing,
    ])
      await call(endpoint, {}, author);
    await call(profileApi.invitable, { userId: moderator.id }, author);
    await call(storyApi.update, { storyId, title: 'Salt, again' }, author);
    await call(storyApi.update, { storyId, mode: 'relay' }, author);
    await call(storyApi.discardEdit, { storyId }, author);
    await call(chapterApi.detail, { chapterId });
    await call(chapterApi.list, { storyId });
    await call(chapterApi.viewerState, { chapterId }, author);
    const [newest] = await call<{ revision: number }[]>(chapterApi.revisions, { chapterId }, author);
    await call(chapterApi.revision, { chapterId, revision: newest?.revision ?? 1 }, author);
    await call(chapterApi.editor, { storyId }, author);
    await call(chapterApi.listOwn, {}, author);
    const draft = await buildChapterDraft(app, author, storyId);
    await call(chapterApi.draft, { chapterId: draft.id }, author);
    await call(chapterApi.update, { chapterId: draft.id, version: draft.version, title: 'Anew' }, author);
    await call(chapterApi.update, { chapterId: draft.id, version: draft.version, title: 'Stale' }, author);
    await call(chapterApi.delete, { chapterId: draft.id }, author);
    await call(chapterApi.undelete, { chapterId: draft.id }, author);
    await call(readerApi.savePosition, { chapterId }, moderator);
    await call(readerApi.countRead, { chapterId });
    await call(readerApi.positions, {}, moderator);
    await call(readerApi.storyProgress, { storyId }, moderator);
    await call(discoveryApi.home, {});
    await call(discoveryApi.search, { q: 'salt' });
    await call(discoveryApi.search, { sort: 'latest_created', limit: 1 });
    await call(pageApi.read, { page: 'about' });
    const messages = await call<{ id: string }[]>(messageApi.list, {}, author);
    expect(messages.length).toBeGreaterThan(1);
    await call(messageApi.unread, {}, author);
    await call(messageApi.markRead, { messageId: messages[0]!.id }, author);
    await call(messageApi.markAllRead, {}, author);
    await call(storyApi.delete, { storyId: queued.id }, author);
    await call(storyApi.undelete, { storyId: queued.id }, author);
  });
  it('were seen for most calls', () => expect(seen.size).toBeGreaterThan(40));
  it('that are not as described would be detected', () => {
    const schema = operationOf(accountApi.info).responses['200']!.content['application/json'].schema;
    expect(validate(schema, { data: { id: '1' } })).not.toBeNull();
    expect(validate(schema, {})).not.toBeNull();
    expect(validate(description.components.schemas.Error, { error: 'x', code: 'no_such_code' })).not.toBeNull();
  });
});
