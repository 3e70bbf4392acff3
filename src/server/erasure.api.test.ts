import { beforeAll, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { accountDeletionApi } from '#features/accounts/contract-account-deletion.ts';
import { nameSkeleton } from '#features/accounts/model/name-likeness.ts';
import { erasureJob } from '#features/accounts/server/erasure.ts';
import { insertIdentity } from '#features/accounts/server/identities.repo.ts';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { signProviderProof } from '#features/accounts/server/provider-proof.ts';
import { signAppealToken } from '#features/accounts/server/tokens.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { relayApi } from '#features/relay/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  type Member,
  PASSWORD,
  prose,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { picture } from '#testing/pictures.ts';
import { publishChapter } from '#testing/publish.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildRelay, letIn } from '#testing/together.ts';
import { appealTokenOf, ctxOf, findEverywhere, letTheDayCome, plan } from './erasure.test-kit.ts';

const app = setUpTestApp();
// The cache gets no invalidations here, so it must not store anything.
beforeAll(() => app.app.cache.setListening(false));
let seed = 500;
/** Publishes a chapter of a relay. Returns its id. */
async function write(author: Member, storyId: string, next: Member): Promise<string> {
  seed += 1;
  const { id } = await buildChapterDraft(app, author, storyId, { content: prose(320, seed) });
  await publishChapter(app.deps, author, id, { nextAuthorId: next.id });
  await app.work();
  return id;
}

const detail = (chapterId: string, language: 'en' | 'de' = 'en') =>
  app
    .send(chapterApi.detail, { chapterId }, {}, { language })
    .then(({ body }) => body.data as { author: { username: string; slug: string }; content: unknown });

it('deleting an account requires the password, and logs the member out right away', async () => {
  const { creator, others, storyId } = await buildRelay(app, 1);
  const wrong = await app.send(accountDeletionApi.deleteAccount, { password: 'Wrong7Harbour', texts: 'keep' }, creator);
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['password']]);
  const { deletionDueAt, token } = await plan(app, creator, 'keep');
  expect(Date.parse(deletionDueAt) - app.clock.now().getTime()).toBeCloseTo(14 * DAY, -5);
  expect((await app.send(accountApi.info, {}, creator)).status).toBe(401);
  expect((await app.send(accountApi.bySlug, { slug: creator.slug })).status).toBe(404);
  // The turn has passed, and the texts still have the name.
  const state = await app.call(relayApi.turn, { storyId });
  expect(state.current?.user.id).toBe(others[0]!.id);
  expect((await app.call(storyApi.detail, { storyId })).creator.username).toBe(creator.username);
  await app.work();
  // Others get emails about their turns.
  expect(app.mails.filter(({ to }) => to === creator.email).at(-1)!.subject).toMatch(/delet/);
  // The page that requested the deletion can cancel it without a login.
  await app.call(accountDeletionApi.cancelDeletion, {}, { accessToken: token });
  // The token is no longer accepted once the deletion is canceled.
  expect((await app.send(accountDeletionApi.cancelDeletion, {}, { accessToken: token })).body.code).toBe(
    'login_required',
  );
  expect((await app.send(accountApi.bySlug, { slug: creator.slug })).status).toBe(200);
});

it('a login on the 13th day cancels the deletion and says so', async () => {
  const member = await buildMember(app);
  await plan(app, member, 'delete');
  await letTheDayCome(app, 13 * DAY);
  const tokens = await app.call(accountApi.login, { email: member.email, password: PASSWORD });
  expect(tokens.accountKept).toBe(true);
  expect((await app.call(accountApi.info, {}, tokens)).username).toBe(member.username);
  await letTheDayCome(app, 2 * DAY);
  expect(await app.call(accountApi.login, { email: member.email, password: PASSWORD })).not.toHaveProperty(
    'accountKept',
  );
});

it('with `keep`, texts stay with a former author, texts of others are unchanged, and nothing else names the member', {
  timeout: 60_000,
}, async () => {
  const deletingMember = await buildMember(app, { username: 'Quillonia_Zyx', email: 'quillonia-zyx@skein.test' });
  await app.upload(accountApi.uploadAvatar, {}, await picture(100, 100).png().toBuffer(), deletingMember);
  await app.call(accountApi.updateInfo, { slug: 'quillonia-zyx', bio: 'Quillonia_Zyx, that is me' }, deletingMember);
  const { story: solo, chapterId: soloChapter } = await buildPublishedStory(app, deletingMember, {
    mode: 'solo',
    title: 'Alone',
  });
  await buildChapterDraft(app, deletingMember, solo.id);
  const { creator, storyId, others } = await buildRelay(app, 1);
  await letIn(app, creator, storyId, deletingMember);
  await write(creator, storyId, deletingMember);
  const theirs = await write(deletingMember, storyId, others[0]!);
  const after = await write(others[0]!, storyId, creator);
  const afterBefore = await detail(after);
  // Their name appears in messages to others, and in a pending application.
  const { story: wished } = await buildPublishedStory(app, creator, { mode: 'relay' });
  await app.call(participationApi.apply, { storyId: wished.id, note: 'It is Quillonia_Zyx' }, deletingMember);
  const [avatar] = await app.database.db
    .selectFrom('accounts')
    .select('avatar_key')
    .where('id', '=', deletingMember.id)
    .execute();
  expect(await findEverywhere(app, ['quillonia'])).not.toEqual([]);

  const deletionPreview = await app.call(accountDeletionApi.preview, {}, deletingMember);
  expect(deletionPreview.deletionPreview.keep).toEqual({ chapters: 2, stories: 2, drafts: 1 });
  expect(deletionPreview.deletionPreview.delete).toEqual({ title: 'Alone', stories: 1, drafts: 1, chaptersLeft: 1 });
  await plan(app, deletingMember, 'keep');
  await letTheDayCome(app, 14 * DAY + 1000);

  expect((await detail(soloChapter)).author).toMatchObject({ username: 'former author', slug: '' });
  expect((await detail(theirs, 'de')).author).toMatchObject({ username: 'ehemals dabei', slug: '' });
  expect((await app.call(storyApi.detail, { storyId: solo.id })).creator.username).toBe('former author');
  // A search for the replacement of the name finds no stories.
  expect((await app.call(discoveryApi.search, { q: `~${deletingMember.id}` })).items).toEqual([]);
  expect(await detail(after)).toEqual(afterBefore);
  expect(await findEverywhere(app, ['quillonia', avatar!.avatar_key!])).toEqual([]);
  const last = app.mails.findLast(({ to }) => to === deletingMember.email);
  expect(last?.subject).toContain('deleted');
  Object.assign(creator, await app.call(accountApi.login, { email: creator.email, password: PASSWORD }));
  const { items } = await app.call(messageApi.list, { type: 'story_apply' }, creator);
  expect(items[0]!.content).toContain('former author wants to write in');
  // The email is free again, for a different member.
  const again = await buildMember(app, { email: deletingMember.email });
  expect(again.id).not.toBe(deletingMember.id);
});

it('with `delete`, chapters without successors go, and a shared story passes to the member who joined first', {
  timeout: 60_000,
}, async () => {
  const { creator, others, storyId } = await buildRelay(app, 2);
  const { story: solo } = await buildPublishedStory(app, creator, { mode: 'solo' });
  const built = await write(creator, storyId, others[0]!);
  const other = await write(others[0]!, storyId, creator);
  const last = await write(creator, storyId, others[1]!);
  expect((await app.call(accountDeletionApi.preview, {}, creator)).deletionPreview.delete).toMatchObject({
    stories: 1,
    chaptersLeft: 2,
  });
  await plan(app, creator, 'delete');
  await letTheDayCome(app, 14 * DAY + 1000);
  expect((await app.send(storyApi.detail, { storyId: solo.id })).status).toBe(404);
  expect((await app.send(chapterApi.detail, { chapterId: last })).status).toBe(404);
  expect((await detail(built)).author.username).toBe('former author');
  expect((await detail(other)).author.username).toBe(others[0]!.username);
  expect((await app.call(storyApi.detail, { storyId })).creator.id).toBe(others[0]!.id);
  const left = await app.database.db.selectFrom('stories').select('id').where('creator_id', '=', creator.id).execute();
  expect(left).toEqual([]);
});

it('an erasure that is interrupted anywhere is completed by the next run', { timeout: 60_000 }, async () => {
  const { creator, others, storyId } = await buildRelay(app, 1);
  await buildPublishedStory(app, creator, { mode: 'solo' });
  await write(creator, storyId, others[0]!);
  await write(others[0]!, storyId, creator);
  await plan(app, creator, 'delete');
  await app.clock.advance(14 * DAY + 1000);
  // Each run may start one transaction more than the previous one, as if the process had been killed there.
  let runs = 0;
  for (let allowed = 1; runs < 200; allowed += 1) {
    runs += 1;
    let begun = 0;
    const db = new Proxy(app.deps.db, {
      get(target, key) {
        if (key === 'transaction') begun += 1;
        if (begun > allowed) throw new Error('killed');
        const value = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await erasureJob
      .run({ ...ctxOf(app), db } as never, { accountId: creator.id } as never, { key: '' })
      .catch(() => {});
    if (begun <= allowed) break;
  }
  expect(runs).toBeGreaterThan(5);
  await letTheDayCome(app, 0);
  const row = await app.database.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', creator.id)
    .executeTakeFirstOrThrow();
  // Column by column, so that a new one isn’t forgotten.
  const name = `~${creator.id}`;
  expect(row).toEqual({
    id: creator.id,
    time_zone: 'UTC',
    languages_read: null,
    email: `erased${name}`,
    username: name,
    username_key: name,
    username_skeleton: nameSkeleton(name),
    username_mixes: false,
    slug: name,
    slug_changed_at: null,
    bio: '',
    avatar_key: null,
    password_hash: null,
    password_changed_at: null,
    google_subject: null,
    google_connected_at: null,
    preferred_language: 'en',
    status: 'erased',
    suspended_until: null,
    status_reason: null,
    failed_logins: 0,
    joined_at: expect.any(Date),
    last_active_at: expect.any(Date),
    deletion_due_at: null,
    deletion_content: null,
  });
  expect((await app.call(storyApi.detail, { storyId })).creator.id).toBe(others[0]!.id);
  expect(await findEverywhere(app, [creator.email, creator.username])).toEqual([]);
  await expectInvariants(app);
});

it('a banned member can leave with the token of the refusal, and cannot cancel once the erasure started', async () => {
  const member = await buildMember(app);
  await restrictAccount(ctxOf(app), member.id, { action: 'ban', reason: 'Because of the spam.' });
  const bearer = await appealTokenOf(app, member);
  await app.call(accountDeletionApi.deleteAccount, { password: PASSWORD, texts: 'delete' }, bearer);
  expect((await app.call(accountDeletionApi.preview, {}, bearer)).deletionDueAt).not.toBeNull();
  await app.call(accountDeletionApi.cancelDeletion, {}, bearer);
  expect((await app.send(accountApi.login, { email: member.email, password: PASSWORD })).body.code).toBe('banned');
  await app.call(accountDeletionApi.deleteAccount, { password: PASSWORD, texts: 'delete' }, bearer);
  await letTheDayCome(app, 14 * DAY + 1000);
  const claims = { accountId: member.id, passwordChangedAt: null };
  const fresh = { accessToken: await signAppealToken(app.deps, claims) };
  expect((await app.send(accountDeletionApi.preview, {}, fresh)).status).toBe(401);
});

it('a banned member without a password can leave with a proof, not with the token alone', async () => {
  const member = await buildMember(app);
  await app.database.db.updateTable('accounts').set({ password_hash: null }).where('id', '=', member.id).execute();
  await restrictAccount(ctxOf(app), member.id, { action: 'ban', reason: 'Because of the spam.' });
  const { details } = (await app.send(accountApi.info, {}, member)).body;
  const caller = { accessToken: (details as { appealToken: string }).appealToken };
  const leave = (given: object) =>
    app.send(accountDeletionApi.deleteAccount, { texts: 'delete', ...given } as never, caller);
  expect((await leave({})).body.code).toBe('sign_in_again');
  const identity = {
    provider: 'google',
    issuer: 'https://accounts.google.com',
    subject: 'leaving',
    address: null,
  } as const;
  await insertIdentity(app.deps.db, member.id, identity);
  const provider = await signProviderProof(app.deps, {
    accountId: member.id,
    act: 'user/delete_account',
    provider: 'google',
  });
  expect((await leave({ proof: { provider } })).status).toBe(200);
});
