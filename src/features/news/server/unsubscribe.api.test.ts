import { beforeAll, describe, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { buildMember, type Member } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { newsApi } from '../contract.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

const app = setUpTestApp();
let member: Member;
beforeAll(async () => {
  member = await buildMember(app);
});

const FORM = 'application/x-www-form-urlencoded';
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const post = (token: string, payload = ONE_CLICK, type = FORM) =>
  app.app.http.inject({ method: 'POST', url: to.unsubscribe({ token }), headers: { 'content-type': type }, payload });
const tokenOf = (kind: string, of = member) => unsubscribeToken(app.deps, of, kind);
const choiceOf = async (kind: string, of = member) =>
  (await app.call(newsApi.settings, {}, of)).mails.find((mail) => mail.kind === kind)!.choice;

describe('one click', () => {
  it('without a session stops the one kind of the one member, however often', async () => {
    const other = await buildMember(app);
    for (let i = 0; i < 2; i += 1) {
      const { statusCode, headers } = await post(tokenOf('turns'));
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    }
    expect([await choiceOf('turns'), await choiceOf('votes'), await choiceOf('turns', other)]).toEqual([
      'never',
      'at_once',
      'at_once',
    ]);
  });
  it('may be sent as multipart, too', async () => {
    const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect((await post(tokenOf('requests'), body, 'multipart/form-data; boundary=x')).statusCode).toBe(200);
    expect(await choiceOf('requests')).toBe('never');
  });
  it.each([
    ['without the field', '', FORM],
    ['with another value', 'List-Unsubscribe=yes', FORM],
    ['as JSON', '{"List-Unsubscribe":"One-Click"}', 'application/json'],
    ['with the field in another type', ONE_CLICK, 'text/plain'],
  ])('%s stops nothing', async (_what, body, type) => {
    expect((await post(tokenOf('returned'), body, type)).statusCode).toBe(400);
    expect(await choiceOf('returned')).toBe('at_once');
  });
  it('of a changed, foreign or senseless token stops nothing', async () => {
    const other = await buildMember(app);
    const [id, kind, proof] = tokenOf('returned').split('.');
    const tokens = [
      `${other.id}.${kind}.${proof}`,
      `${id}.votes.${proof}`,
      `${id}.${kind}.${'A'.repeat(43)}`,
      `${id}.${kind}.`,
      tokenOf('constructor'),
      'x',
      '\u0000',
    ];
    for (const token of tokens) expect([token, (await post(token)).statusCode]).toEqual([token, 404]);
    expect([await choiceOf('returned'), await choiceOf('votes'), await choiceOf('returned', other)]).toEqual(
      Array(3).fill('at_once'),
    );
  });
  it('from an earlier address stops nothing, and from the current one works', async () => {
    const mover = await buildMember(app);
    const earlier = tokenOf('turns', mover);
    const email = `new.${mover.email}`;
    await app.database.db.updateTable('accounts').set({ email }).where('id', '=', mover.id).execute();
    expect((await post(earlier)).statusCode).toBe(404);
    expect(await app.send(newsApi.unsubscribing, { token: earlier })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await choiceOf('turns', mover)).toBe('at_once');
    expect((await post(tokenOf('turns', { ...mover, email }))).statusCode).toBe(200);
    expect(await choiceOf('turns', mover)).toBe('never');
  });
  it('of a restricted member works, and of an erased one stores nothing', async () => {
    const [banned, erased] = [await buildMember(app), await buildMember(app)];
    await app.database.db.updateTable('accounts').set({ status: 'banned' }).where('id', '=', banned.id).execute();
    await app.database.db.updateTable('accounts').set({ status: 'erased' }).where('id', '=', erased.id).execute();
    expect((await post(tokenOf('turns', banned))).statusCode).toBe(200);
    expect((await post(tokenOf('turns', erased))).statusCode).toBe(404);
    const rows = await app.database.db
      .selectFrom('mail_settings')
      .select('account_id')
      .where('account_id', 'in', [banned.id, erased.id])
      .execute();
    expect(rows).toEqual([{ account_id: banned.id }]);
  });
  it('by the button of the page leads back to the page', async () => {
    const token = tokenOf('firsts');
    const { statusCode, headers } = await post(token, `${ONE_CLICK}&from=page`);
    expect([statusCode, headers.location]).toEqual([303, to.unsubscribe({ token }, { done: 1 })]);
    expect(await choiceOf('firsts')).toBe('never');
  });
});

describe('looking at a link', () => {
  it('says which kind it stops, in the reader’s language, and changes nothing', async () => {
    const token = tokenOf('published');
    const { body } = await app.send(newsApi.unsubscribing, { token }, {}, { language: 'de' });
    expect(body.data).toEqual({ label: 'Veröffentlichte Texte' });
    expect(await choiceOf('published')).toBe('first');
  });
  it('that isn’t ours doesn’t exist', async () => {
    const { status, body } = await app.send(newsApi.unsubscribing, { token: `${member.id}.turns.${'A'.repeat(43)}` });
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

describe('choosing', () => {
  it.each([
    ['a kind that doesn’t exist', { kind: 'weather', choice: 'never' }],
    ['a property of objects', { kind: 'constructor', choice: 'never' }],
    ['what the kind doesn’t offer', { kind: 'turns', choice: 'first' }],
    ['what doesn’t exist yet', { kind: 'turns', choice: 'daily' }],
  ])('%s is refused', async (_what, input) => {
    const { status, body } = await app.send(newsApi.choose, input, member);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  });
  it('offers every kind with a name and an explanation, and each choice lasts', async () => {
    const fresh = await buildMember(app);
    const { mails } = await app.call(newsApi.settings, {}, fresh);
    expect(Object.fromEntries(mails.map(({ kind, choice }) => [kind, choice]))).toMatchObject({
      turns: 'at_once',
      votes: 'at_once',
      requests: 'at_once',
      returned: 'at_once',
      published: 'first',
      firsts: 'at_once',
    });
    for (const { kind, label, help, choices } of mails) {
      expect(label).not.toBe(kind);
      expect(help).not.toBe('');
      for (const choice of choices) {
        await app.call(newsApi.choose, { kind, choice }, fresh);
        expect(await choiceOf(kind, fresh)).toBe(choice);
      }
    }
  });
});
