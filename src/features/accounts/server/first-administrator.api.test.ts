import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { DAY, SECOND } from '#core/time.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { createCtx } from '#platform/context.ts';
import { offerFirstAdministrator } from '#server/first-administrator.ts';
import { buildMember, mailedToken, outcome, PASSWORD } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { firstAdministratorApi } from '../contract-first-administrator.ts';
import { FIRST_ADMINISTRATOR_LINK_LASTS } from '../model/first-administrator.ts';
import { dropExpiredAccountRows } from './expiry.repo.ts';
import { makeFirstAdministratorLink } from './first-administrator.service.ts';
import { restrictAccount, setRole } from './restriction.service.ts';

const app = setUpTestApp();
let count = 0;
const newEmail = () => {
  count += 1;
  return `operator${count}@skein.test`;
};
const ctx = () => createCtx(app.deps, { language: 'en' });

beforeEach(async () => {
  await sql`delete from account_roles`.execute(app.database.db);
  await sql`delete from first_administrator_links`.execute(app.database.db);
});

const makeLink = async () => new URL((await makeFirstAdministratorLink(ctx()))!);
const newToken = async () => (await makeLink()).searchParams.get('token')!;
const see = async (token: string, caller = {}) => outcome(await app.send(firstAdministratorApi.see, { token }, caller));
const become = async (token: string, caller = {}) =>
  outcome(await app.send(firstAdministratorApi.become, { token }, caller));
const administrators = async () => {
  const { rows } = await sql<{ id: string }>`select account_id::text as id from account_roles
    where role = 'administrator'`.execute(app.database.db);
  return rows.map(({ id }) => id);
};

/** How many transactions wait for the lock of administrators. */
const waitingForLocks = async () => {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(app.database.db);
  return rows.length;
};

describe('the link of a site without an administrator', () => {
  it('has the public URL of the site, and a secret of 256 bits that the database doesn’t contain', async () => {
    const { origin, pathname, searchParams } = await makeLink();
    expect({ origin, pathname }).toEqual({ origin: 'http://localhost:3000', pathname: to.firstAdmin() });
    const proof = /^\d+\.0\.([\w-]{43})$/.exec(searchParams.get('token')!)![1]!;
    const { rows } = await sql<{ seed: Buffer }>`select seed from first_administrator_links`.execute(app.database.db);
    expect(rows.map(({ seed }) => seed.toString('base64url'))).not.toContain(proof);
    expect((await makeLink()).href).not.toContain(proof);
  });

  it('makes the member who uses it the administrator, which is logged, and works only once', async () => {
    const [member, other] = [await buildMember(app), await buildMember(app)];
    const [token, unused] = [await newToken(), await newToken()];
    expect(await app.call(firstAdministratorApi.see, { token })).toEqual({
      expiresAt: expect.any(String),
      sendsEmails: false,
    });
    // Seeing it changes nothing.
    expect(await administrators()).toEqual([]);
    expect(await become(token)).toBe('401 login_required');
    expect(await become(token, member)).toBe('200');
    expect(await administrators()).toEqual([member.id]);
    expect((await app.call(accountApi.info, {}, member)).roles).toEqual(['administrator']);
    for (const used of [token, unused]) {
      expect(await see(used)).toBe('400 link_invalid');
      expect(await become(used, other)).toBe('400 link_invalid');
      expect(await become(used, member)).toBe('400 link_invalid');
    }
    expect(await administrators()).toEqual([member.id]);
    const [entry] = (await app.call(caseApi.log, { limit: 1 }, member)).items;
    expect(entry).toMatchObject({ kind: 'role', action: 'grant', title: member.username, by: { id: member.id } });
    const { rows } =
      await sql`select facts from security_log where account_id = ${member.id} and event = 'role_granted'`.execute(
        app.database.db,
      );
    expect(rows).toEqual([{ facts: { role: 'administrator', by: 'link' } }]);
  });

  it('makes only one administrator if members use it, or several links, at the same time', async () => {
    for (const links of [1, 3]) {
      await sql`delete from account_roles`.execute(app.database.db);
      const tokens = await Promise.all(Array.from({ length: links }, newToken));
      const members = await Promise.all(Array.from({ length: 6 }, () => buildMember(app)));
      const outcomes = await Promise.all(members.map((member, i) => become(tokens[i % tokens.length]!, member)));
      expect(outcomes.toSorted()).toEqual(['200', ...Array(5).fill('400 link_invalid')]);
      expect(await administrators()).toEqual([members[outcomes.indexOf('200')]!.id]);
    }
  });

  it('makes no second one beside the command line, and none is left that was made meanwhile', async () => {
    const [member, other] = [await buildMember(app), await buildMember(app)];
    const token = await newToken();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const granted = app.database.db.transaction().execute(async (db) => {
      await setRole({ ...ctx(), db }, other.email, 'administrator', true);
      hold();
      await mayCommit;
    });
    await isHeld;
    const refused = become(token, member);
    const made = makeFirstAdministratorLink(ctx());
    await expect.poll(() => waitingForLocks()).toBe(2);
    commit();
    await granted;
    expect(await refused).toBe('400 link_invalid');
    expect(await made).toBe(null);
    expect(await administrators()).toEqual([other.id]);
    const { rows } = await sql`select from first_administrator_links`.execute(app.database.db);
    expect(rows).toEqual([]);
  });

  it('is refused once there is an administrator, even one who is restricted', async () => {
    const member = await buildMember(app);
    const token = await newToken();
    const administrator = await buildMember(app, { role: 'administrator' });
    expect(await see(token)).toBe('400 link_invalid');
    expect(await become(token, member)).toBe('400 link_invalid');
    await sql`update accounts set status = 'banned', status_reason = 'x' where id = ${administrator.id}`.execute(
      app.database.db,
    );
    expect(await become(token, member)).toBe('400 link_invalid');
    expect(await makeFirstAdministratorLink(ctx())).toBe(null);
    expect(await administrators()).toEqual([administrator.id]);
  });

  it('ends when the command line makes an administrator', async () => {
    const [member, other] = [await buildMember(app), await buildMember(app)];
    const token = await newToken();
    await setRole(ctx(), member.email, 'moderator', true);
    expect(await see(token)).toBe('200');
    await setRole(ctx(), member.email, 'administrator', true);
    expect(await become(token, other)).toBe('400 link_invalid');
    const { rows } = await sql`select from first_administrator_links`.execute(app.database.db);
    expect(rows).toEqual([]);
  });

  it('expires, and is deleted then', async () => {
    const member = await buildMember(app);
    const token = await newToken();
    await app.clock.advance(FIRST_ADMINISTRATOR_LINK_LASTS - DAY);
    await dropExpiredAccountRows(ctx());
    expect(await see(token)).toBe('200');
    await app.clock.advance(DAY + SECOND);
    const again = await app.call(accountApi.login, { email: member.email, password: PASSWORD, platform: 'web' });
    expect(await see(token)).toBe('400 link_invalid');
    expect(await become(token, again)).toBe('400 link_invalid');
    await dropExpiredAccountRows(ctx());
    const { rows } = await sql`select from first_administrator_links`.execute(app.database.db);
    expect(rows).toEqual([]);
    // The next start makes another one.
    expect(await become(await newToken(), again)).toBe('200');
  });

  it('can’t be forged', async () => {
    const member = await buildMember(app);
    const token = await newToken();
    const [id, generation, proof] = token.split('.') as [string, string, string];
    const flipped = (proof.startsWith('A') ? 'B' : 'A') + proof.slice(1);
    const { rows } = await sql<{ seed: Buffer }>`select seed from first_administrator_links`.execute(app.database.db);
    const forged = [
      `${id}.${generation}.${flipped}`,
      `${id}.1.${proof}`,
      `${Number(id) + 1}.${generation}.${proof}`,
      `${id}.${generation}.${rows[0]!.seed.toString('base64url')}`,
      `${id}.${generation}.`,
      `${id}`,
      proof,
      `${token} `,
      'x',
      '<script>',
      '9'.repeat(90),
    ];
    for (const one of forged) {
      expect(await see(one), one).toBe('400 link_invalid');
      expect(await become(one, member), one).toBe('400 link_invalid');
    }
    expect(await become('', member)).toBe('400 invalid_input');
    expect(await administrators()).toEqual([]);
  });

  it('is refused to a suspended member', async () => {
    const member = await buildMember(app);
    const until = new Date(app.clock.now().getTime() + DAY);
    await restrictAccount(ctx(), member.id, { action: 'suspend', reason: 'Spam', until });
    expect(await become(await newToken(), member)).toMatch(/^40[13] /);
    expect(await administrators()).toEqual([]);
  });

  it('survives signing up, but signing up makes no administrator', async () => {
    const signUp = async (id: string) => {
      const email = newEmail();
      await app.call(accountApi.register, { email, password: PASSWORD, terms: true, wish: { kind: 'administer', id } });
      await app.work();
      return app.call(accountApi.verifyEmail, { token: mailedToken(app, email) });
    };
    const token = await newToken();
    expect((await signUp(token)).wish).toEqual({ kind: 'administer', at: to.firstAdmin({ token }) });
    expect(await administrators()).toEqual([]);
    // Only who has the link gets it back.
    const [id] = token.split('.');
    for (const other of [id!, `${id}.0.${'A'.repeat(43)}`]) expect((await signUp(other)).wish).toBe(null);
    // It isn’t given back once there is an administrator.
    const email = newEmail();
    const wish = { kind: 'administer', id: token };
    await app.call(accountApi.register, { email, password: PASSWORD, terms: true, wish });
    await app.work();
    await buildMember(app, { role: 'administrator' });
    const late = await app.call(accountApi.verifyEmail, { token: mailedToken(app, email) });
    expect(late.wish).toEqual({ kind: 'administer', at: null });
  });
});

describe('starting the site', () => {
  const start = async (isTTY: boolean) => {
    const logged: object[] = [];
    const printed: string[] = [];
    const log = { ...app.deps.log, warn: (facts: object) => void logged.push(facts) } as typeof app.deps.log;
    await offerFirstAdministrator({ ...app.deps, log }, { isTTY, write: (text: string) => printed.push(text) > 0 });
    return { logged, printed: printed.join('') };
  };

  it('logs a new link each time, and prints it on a terminal', async () => {
    const member = await buildMember(app);
    const [one, two] = [await start(false), await start(true)];
    const linkOf = ({ logged }: typeof one) => (logged[0] as { link: string }).link;
    expect(one.printed).toBe('');
    expect(two.printed).toContain(`\n  ${linkOf(two)}\n`);
    expect(linkOf(one)).not.toBe(linkOf(two));
    // Several processes log one each, and all of them work.
    expect(await see(new URL(linkOf(two)).searchParams.get('token')!)).toBe('200');
    expect(await become(new URL(linkOf(one)).searchParams.get('token')!, member)).toBe('200');
  });

  it('logs nothing if there is an administrator', async () => {
    await buildMember(app, { role: 'administrator' });
    expect(await start(true)).toEqual({ logged: [], printed: '' });
  });
});
