import { beforeAll, describe, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { DAY } from '#core/time.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { invitationLinkApi } from '#features/participation/contract-invitation-links.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildMember, buildPublishedStory, buildWay, type Member, mailedToken, PASSWORD } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';

const app = setUpTestApp();
let creator: Member;
let story: { storyId: string; chapterId: string };
let count = 0;

beforeAll(async () => {
  app.app.cache.setListening(false);
  creator = await buildMember(app);
  const built = await buildPublishedStory(app, creator, { mode: 'branch' });
  story = { storyId: built.story.id, chapterId: built.chapterId };
});

const newEmail = () => {
  count += 1;
  return `wishing${count}@skein.test`;
};
const register = (email: string, extra: object = {}) =>
  app.send(accountApi.register, { email, password: PASSWORD, terms: true, ...extra });
const verify = (token: string) => app.send(accountApi.verifyEmail, { token });
const confirmed = async (waiting: string) => (await app.call(accountApi.signUpState, { waiting })).confirmed;

/** Signs up with a wish. Returns the token of the email, and the secret of the tab. */
async function signUp(wish: { kind: string; id: string }, email = newEmail(), extra: object = {}) {
  const { body } = await register(email, { wish, ...extra });
  await app.work();
  return { email, token: mailedToken(app, email), waiting: (body.data as { waiting: string }).waiting };
}
const people = async () => (await app.call(participationApi.participants, { storyId: story.storyId })).items.length;

describe('a wish of a sign-up', () => {
  it('is given back with its page by the emailed link, and nothing is done', async () => {
    const { storyId, chapterId } = story;
    const before = await people();
    for (const [wish, at] of [
      [{ kind: 'join', id: storyId }, to.story({ storyId })],
      [{ kind: 'apply', id: storyId }, to.story({ storyId })],
      [{ kind: 'write', id: storyId }, to.story({ storyId })],
      [{ kind: 'write', id: `${storyId}.${chapterId}` }, to.chapter({ storyId, chapterId })],
      [{ kind: 'read_on', id: `${storyId}.${chapterId}` }, to.chapter({ storyId, chapterId })],
      [{ kind: 'thank', id: chapterId }, `${to.chapter({ storyId, chapterId })}#end`],
      [{ kind: 'begin', id: 'new' }, to.editStory({ new: 1 })],
    ] as const) {
      const { token } = await signUp(wish, newEmail(), { places: 3, words: true });
      const { status, body } = await verify(token);
      expect([status, body.data]).toMatchObject([200, { wish: { kind: wish.kind, at }, places: 3, words: true }]);
      const tokens = body.data as { accessToken: string };
      const { membership } = await app.call(storyApi.viewerState, { storyId }, tokens);
      expect(membership).toMatchObject({ isParticipant: false, request: null });
    }
    expect(await people()).toBe(before);
  });
  it('is optional', async () => {
    const email = newEmail();
    await register(email);
    await app.work();
    expect((await verify(mailedToken(app, email))).body.data).toMatchObject({ wish: null, places: 0, words: false });
  });
  it('has no page if what it is about is gone, and leads to the story if the chapter is', async () => {
    const gone = await signUp({ kind: 'join', id: '999999' });
    expect((await verify(gone.token)).body.data).toMatchObject({ wish: { kind: 'join', at: null } });
    const chapter = await signUp({ kind: 'write', id: `${story.storyId}.999999` });
    expect((await verify(chapter.token)).body.data).toMatchObject({
      wish: { at: to.story({ storyId: story.storyId }) },
    });
  });
  it('to continue a chapter leads to it also after its author took it down, and a wish to read on to the story', async () => {
    const { storyId } = story;
    const chapterId = await buildWay(app, creator, storyId, story.chapterId, 'The quay');
    const id = `${storyId}.${chapterId}`;
    const wishes = [await signUp({ kind: 'write', id }), await signUp({ kind: 'read_on', id })];
    await app.call(chapterApi.takeDown, { chapterId }, creator);
    const pages = [];
    for (const { token } of wishes) pages.push((await verify(token)).body.data);
    expect(pages).toMatchObject([
      { wish: { at: to.chapter({ storyId, chapterId }) } },
      { wish: { at: to.story({ storyId }) } },
    ]);
  });
  it.each([
    { kind: 'publish', id: '1' },
    { kind: 'constructor', id: '1' },
    { kind: 'join', id: 'https://evil.example' },
    { kind: 'join', id: '../../x' },
    { kind: 'join', id: '' },
    { kind: 'join', id: '1'.repeat(81) },
    { kind: 'JOIN', id: '1' },
  ])('is refused if it isn’t in the list: %j', async (wish) => {
    const email = newEmail();
    expect(await register(email, { wish })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await app.database.db.selectFrom('accounts').select('id').where('email', '=', email).execute()).toEqual([]);
  });
  it.each(['<script>', "1'; --", '١', '1.1.1', '-1', '99999999999999999999'])(
    'leads nowhere if its id is no id: %s',
    async (id) => {
      const { status } = await register(newEmail(), { wish: { kind: 'join', id } });
      if (status === 400) return;
      await app.work();
      const email = `wishing${count}@skein.test`;
      expect((await verify(mailedToken(app, email))).body.data).toMatchObject({ wish: { at: null } });
    },
  );
  it('is returned again if the link is opened again, and not for another token', async () => {
    const { token } = await signUp({ kind: 'join', id: story.storyId });
    expect((await verify(token)).status).toBe(200);
    const again = await verify(token);
    expect(again).toMatchObject({
      status: 400,
      body: { code: 'link_invalid', details: { wish: { kind: 'join', at: to.story({ storyId: story.storyId }) } } },
    });
    const [id, generation] = token.split('.');
    const forged = await verify(`${id}.${generation}.${'A'.repeat(43)}`);
    expect(forged.body).toMatchObject({ code: 'link_invalid' });
    expect(forged.body.details).toBeUndefined();
  });
  it('outlives an expired link: the next email has it, too', async () => {
    const { email, token } = await signUp({ kind: 'apply', id: story.storyId }, newEmail(), { places: 2 });
    await app.clock.advance(DAY);
    expect((await verify(token)).body).toMatchObject({ code: 'link_invalid', details: { wish: { kind: 'apply' } } });
    await app.call(accountApi.resendVerification, { email });
    await app.work();
    expect((await verify(mailedToken(app, email))).body.data).toMatchObject({ wish: { kind: 'apply' }, places: 2 });
  });
  it('is the last one if someone signs up twice with the same password', async () => {
    const email = newEmail();
    await signUp({ kind: 'join', id: story.storyId }, email);
    const { token } = await signUp({ kind: 'begin', id: 'new' }, email);
    expect((await verify(token)).body.data).toMatchObject({ wish: { kind: 'begin' } });
  });
  it('never stores the secret of an invitation link', async () => {
    // The sessions of others have expired by now.
    const author = await buildMember(app);
    const { story: own } = await buildPublishedStory(app, author, { mode: 'relay' });
    const { path } = await app.call(invitationLinkApi.make, { storyId: own.id }, author);
    const secret = path.split('=')[1]!;
    const { token } = await signUp({ kind: 'accept', id: secret });
    const rows = await app.database.db
      .selectFrom('mail_links')
      .select('wish_id')
      .where('wish_kind', '=', 'accept')
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]!.wish_id).not.toContain('.');
    expect((await verify(token)).body.data).toMatchObject({ wish: { kind: 'accept', at: path } });
    // The id alone, which anyone can guess, leads nowhere.
    const guessed = await signUp({ kind: 'accept', id: rows[0]!.wish_id! });
    expect((await verify(guessed.token)).body.data).toMatchObject({ wish: null });
  });
});

describe('the tab of a sign-up', () => {
  it('learns that it was confirmed, by any of its links, and gets no session', async () => {
    const { email, waiting } = await signUp({ kind: 'join', id: story.storyId });
    expect(await confirmed(waiting)).toBe(false);
    expect(await app.call(accountApi.resendVerification, { email })).toEqual({ ok: true });
    await app.work();
    expect(await confirmed(waiting)).toBe(false);
    await verify(mailedToken(app, email));
    expect(await app.call(accountApi.signUpState, { waiting })).toEqual({ confirmed: true });
  });
  it('doesn’t learn that someone else’s sign-up with the same email was confirmed', async () => {
    const own = await signUp({ kind: 'begin', id: 'new' });
    const stranger = await signUp({ kind: 'begin', id: 'new' }, own.email);
    await verify(own.token);
    expect(await confirmed(own.waiting)).toBe(true);
    expect(await confirmed(stranger.waiting)).toBe(false);
  });
  it('can’t tell whether an email has an account', async () => {
    const taken = await register(creator.email);
    const free = await register(newEmail());
    const shape = ({ status, body }: typeof taken) => ({
      status,
      data: Object.entries(body.data as object).map(([name, value]) => [name, typeof value, String(value).length]),
    });
    expect(shape(taken)).toEqual(shape(free));
    for (const { body } of [taken, free])
      expect(await confirmed((body.data as { waiting: string }).waiting)).toBe(false);
    expect(await confirmed('x')).toBe(false);
  });
});
