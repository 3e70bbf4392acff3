import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DAY, HOUR } from '#core/time.ts';
import { sealTotpSecret } from '#features/accounts/server/factors/totp-secret.ts';
import { reportProblem } from '#features/accounts/server/index.ts';
import { examinationApi } from '#features/moderation/contract-examination.ts';
import { EXAMINED_AREAS } from '#features/moderation/model/examination.ts';
import type { Config } from '#platform/config.ts';
import { createCtx, type Deps } from '#platform/context.ts';
import { FALLBACKS, type Fallback } from '#platform/db/replica/replica.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { MailError } from '#platform/mail/mail-error.ts';
import { measureReplica } from '#platform/metrics/replica-metrics.ts';
import { createSecrets } from '#platform/secrets.ts';
import { buildMember, outcome } from '#testing/factories.ts';
import { SECRET_KEY, setUpTestApp } from '#testing/test-app.ts';
import { expressionsOf, metricsIn } from '../../../tools/promql.ts';
import { checkAddress } from './check-address.ts';
import { checkBackup } from './check-backup.ts';
import { checkDatabase } from './check-database.ts';
import { checkKeys } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { examine } from './doctor.ts';
import { examinationJob } from './examination.job.ts';
import { type Check, inWords } from './finding.ts';
import { watchTasks } from './watch.ts';

const app = setUpTestApp();
const folder = await mkdtemp(join(tmpdir(), 'skein-doctor-test-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const depsWith = (changes: Partial<Config>, deps: Partial<Deps> = {}): Deps => ({
  ...app.deps,
  ...deps,
  config: { ...app.deps.config, ...changes },
});
const patientWith = (changes: Partial<Config> = {}, deps: Partial<Deps> = {}, to: string | null = null) => ({
  deps: depsWith(changes, deps),
  database: app.database,
  mailTo: to === null ? null : { address: to, language: 'en' as const },
  triesRestore: false,
});
/** Returns the levels and sentences of a check. */
const found = async (check: Check, ...of: Parameters<typeof patientWith>) =>
  (await check(patientWith(...of))).map((finding) => `${finding.level}: ${inWords(finding).says}`);
const refusing = { send: async () => {}, check: async () => Promise.reject(new MailError({ code: 'EAUTH' } as never)) };

describe('a problem of the site', () => {
  const ctx = () => createCtx(app.deps, { language: 'en' });
  const report = (is: boolean) => reportProblem(ctx(), 'disk', { is, says: 'The disk is nearly full.' });
  const mailed = async () => {
    await app.work();
    return app.mails
      .splice(0)
      .map(({ to, subject }) => `${to} ${subject}`)
      .sort();
  };
  beforeEach(async () => {
    await app.database.pool.query('delete from operator_problems');
    await app.database.pool.query('delete from account_roles');
    await mailed();
  });

  it('is emailed once to each administrator, in their language, and again only after it was over', async () => {
    const [first, second] = [
      await buildMember(app, { role: 'administrator' }),
      await buildMember(app, { role: 'administrator' }),
    ];
    await buildMember(app, { role: 'moderator' });
    await app.database.db
      .updateTable('accounts')
      .set({ preferred_language: 'de' })
      .where('id', '=', second.id)
      .execute();
    await mailed();
    const subject = (language: 'en' | 'de') => translatorOf(language).find('mail.disk_full.subject', { site: 'Skein' });
    const expected = [`${first.email} ${subject('en')}`, `${second.email} ${subject('de')}`].sort();
    await Promise.all([report(true), report(true)]);
    expect(await mailed()).toEqual(expected);
    await report(true);
    expect(await mailed()).toEqual([]);
    await report(false);
    await report(false);
    expect(await mailed()).toEqual([]);
    await report(true);
    expect(await mailed()).toEqual(expected);
  });
  it('is seen by the hourly look: a backup that is overdue, and a mail server that can’t be used', async () => {
    const admin = await buildMember(app, { role: 'administrator' });
    await mailed();
    const backup = { to: folder, every: DAY, keep: null };
    const look = async (later: number, mailer = app.deps.mailer) => {
      const clock = { now: () => new Date(Date.now() + later) };
      const deps = depsWith({ backup, dataDir: folder }, { clock, mailer });
      for (const task of Object.values(watchTasks)) await task(createCtx(deps, { language: 'en' }));
      const { rows } = await app.database.pool.query('select problem from operator_problems order by problem');
      return rows.map(({ problem }) => problem).filter((problem) => problem !== 'disk');
    };
    expect(await look(DAY + 2 * HOUR)).toEqual([]);
    expect(await mailed()).toEqual([]);
    expect(await look(DAY + 4 * HOUR, refusing)).toEqual(['backup', 'mail']);
    // An email about the mail server would only arrive when it works again.
    expect(await mailed()).toEqual([`${admin.email} A backup of Skein is overdue`]);
    expect(await look(0)).toEqual([]);
  });
});

it('/metrics shows the time of the latest backup and the free space', async () => {
  const { body } = await app.app.http.inject({ url: '/metrics' });
  expect(body).toMatch(/^skein_backup_time_seconds 0$/m);
  expect(body).toMatch(/^skein_disk_free_bytes [1-9]/m);
});

it('/metrics has every metric of the board and the alert rules, with a replica', async () => {
  const deploy = join(import.meta.dirname, '../../../deploy');
  const board = JSON.parse(await readFile(join(deploy, 'grafana/skein.json'), 'utf8'));
  const { groups } = parse(await readFile(join(deploy, 'alerts.yaml'), 'utf8')) as {
    groups: { rules: { expr: string }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules.map(({ expr }) => expr));
  // Prometheus itself makes this one.
  const used = new Set([...expressionsOf(board), ...rules].flatMap(metricsIn).filter((name) => name !== 'up'));
  expect(used.size).toBeGreaterThan(8);
  // A request of which the response time is measured.
  await app.app.http.inject({ url: '/api/health' });
  const { body } = await app.app.http.inject({ url: '/metrics' });
  const ofReplica = new Registry();
  const counts = {
    reads: 0,
    fallbacks: Object.fromEntries(FALLBACKS.map((why) => [why, 0])) as Record<Fallback, number>,
  };
  measureReplica(ofReplica, { counts, watch: { refusal: null, lag: { bytes: 0, milliseconds: () => 0 } } });
  const all = `${body}\n${await ofReplica.metrics()}`;
  for (const name of used) expect(all).toMatch(new RegExp(`^${name}[ {]`, 'm'));
});

describe('the doctor', () => {
  const publicUrl = new URL('https://skein.invalid');

  it('looks at the public URL and what is trusted in front of it', async () => {
    expect(await found(checkAddress)).toEqual([
      'warn: PUBLIC_URL is http://localhost:3000, so links in emails only work on this machine.',
    ]);
    expect(await found(checkAddress, { publicUrl: new URL('http://skein.invalid') })).toEqual([
      expect.stringContaining('wrong: PUBLIC_URL isn’t HTTPS'),
      expect.stringContaining('wrong: http://skein.invalid can’t be reached'),
    ]);
    expect(await found(checkAddress, { publicUrl })).toContainEqual(expect.stringContaining('but TRUST_PROXY is 0'));
    expect(await found(checkAddress, { publicUrl, trustProxy: 1 })).toEqual([
      'ok: 1 proxy is trusted.',
      expect.stringContaining('wrong: https://skein.invalid can’t be reached'),
    ]);
  });
  it('tries the mail server, and sends a test email', async () => {
    expect(await found(checkMail)).toEqual(['warn: SMTP_URL is not set, so members get no emails.']);
    expect(await found(checkMail, { publicUrl })).toEqual(['wrong: SMTP_URL is not set, so members get no emails.']);
    const smtpUrl = 'smtp://user:secret@mail.invalid:587';
    expect(await found(checkMail, { smtpUrl }, { mailer: refusing })).toEqual([
      'wrong: The email server mail.invalid:587 can’t be used (EAUTH).',
    ]);
    app.mails.length = 0;
    expect(await found(checkMail, { smtpUrl }, {}, 'operator@skein.test')).toEqual([
      'ok: The email server mail.invalid:587 has accepted a test email. Check that it arrives.',
    ]);
    expect(app.mails.map(({ to }) => to)).toEqual(['operator@skein.test']);
  });
  it('looks at the role and the archive of an external database', async () => {
    const databaseUrl = 'postgres://db/skein';
    expect(await found(checkDatabase)).toEqual([expect.stringMatching(/^ok: The embedded PostgreSQL \d+/)]);
    expect(await found(checkDatabase, { databaseUrl })).toEqual([
      expect.stringMatching(/^ok: An external PostgreSQL \d+/),
      'ok: The role skein_site isn’t a superuser.',
      expect.stringMatching(/^warn: The database doesn’t archive its log/),
    ]);
  });
  it('looks at the age of the latest backup', async () => {
    const backup = { to: folder, every: DAY, keep: null };
    expect(await found(checkBackup, { backup })).toEqual(['warn: The site has no backup yet.']);
    expect(await found(checkBackup, { backup: { ...backup, every: null } })).toEqual([
      'warn: The site has no backup, and makes none.',
    ]);
    const clock = { now: () => new Date(Date.now() + 2 * DAY) };
    expect(await found(checkBackup, { backup }, { clock })).toContainEqual(
      expect.stringMatching(/^wrong: A backup has been due since/),
    );
  });
  it('says that the previous key is needed while an app is encrypted with it, and if no key opens one', async () => {
    const [secretKey, previousSecretKey] = ['a new secret of tests, long enough', SECRET_KEY];
    const secrets = createSecrets({ secretKey, previousSecretKey });
    const keys = () => found(checkKeys, { previousSecretKey, dataDir: folder }, { secrets });
    expect(await keys()).toEqual([expect.stringContaining('Remove it 60 days after')]);
    const { id } = await buildMember(app);
    const set = (sealed: Buffer) =>
      app.database.pool.query(
        `insert into totp_factors (account_id, pending_secret, pending_until) values ($1, $2, now())
          on conflict (account_id) do update set pending_secret = $2`,
        [id, sealed],
      );
    await set(sealTotpSecret(app.deps.secrets, id, Buffer.alloc(20)));
    expect(await keys()).toEqual([expect.stringContaining('is still needed')]);
    await set(sealTotpSecret(createSecrets({ secretKey: 'a key that nothing has any more' }), id, Buffer.alloc(20)));
    expect(await keys()).toEqual([
      expect.stringContaining('Remove it 60 days after'),
      expect.stringMatching(/^warn: 1 authenticator app was set up with a key that this site no longer has/),
    ]);
    await app.database.pool.query('delete from totp_factors where account_id = $1', [id]);
  });
  it('goes through everything, also if one check fails, and says whether something is wrong', async () => {
    const told: string[] = [];
    const mailer = { send: async () => {}, check: async () => {} };
    const tell = (area: string, { level }: { level: string }) => void told.push(`${area} ${level}`);
    const patient = patientWith({ smtpUrl: 'smtp://mail.invalid', dataDir: folder }, { mailer });
    expect(await examine(patient, tell)).toBe(!told.some((line) => line.endsWith('wrong')));
    expect(new Set(told.map((line) => line.split(' ')[0]))).toEqual(
      new Set(['versions', 'database', 'address', 'mail', 'storage', 'disk', 'keys', 'upgrade', 'backup']),
    );
    told.length = 0;
    const broken = { ...patient, database: { ...app.database, db: null as never } };
    expect(await examine(broken, tell)).toBe(false);
    expect(told).toContain('database wrong');
    expect(told.at(-1)).toMatch(/^backup/);
  });
});

describe('an examination for an administrator', () => {
  const ask = (by: Awaited<ReturnType<typeof buildMember>>, sendMail = false) =>
    app.send(examinationApi.examine, { sendMail, tryRestore: false }, by);
  const run = () => examinationJob.run(createCtx(app.deps, { language: 'en' }), {} as never, { key: 'x' });

  it('is run by a worker, one at a time, and is kept without anything secret', async () => {
    const admin = await buildMember(app, { role: 'administrator' });
    const other = await buildMember(app, { role: 'administrator' });
    const state = () => app.call(examinationApi.state, {}, admin);
    const outcomes = (await Promise.all([ask(admin), ask(other)])).map(outcome);
    expect(outcomes.toSorted()).toEqual(['200', '409 examination_running']);
    expect((await state()).examination).toMatchObject({ state: 'running', findings: [] });
    await run();
    const { examination } = await state();
    expect(examination).toMatchObject({ state: 'done', finishedAt: expect.any(String) });
    // This site has no replica.
    expect(new Set(examination!.findings.map(({ area }) => area))).toEqual(
      new Set(EXAMINED_AREAS.filter((area) => area !== 'replica')),
    );
    for (const { code, words } of examination!.findings) {
      const written = Object.entries(words).map(([name, word]) => [name, typeof word === 'object' ? word.bytes : word]);
      const text = translatorOf('de').find(`doctor.${code}`, Object.fromEntries(written));
      expect(text, code).toEqual(expect.any(String));
    }
    const disk = examination!.findings.find(({ area }) => area === 'disk');
    expect(disk?.words).toMatchObject({ free: { bytes: expect.any(Number) }, size: { bytes: expect.any(Number) } });
    expect(JSON.stringify(examination)).not.toContain(SECRET_KEY);
    // A job that runs twice changes nothing.
    await run();
    expect((await state()).examination!.finishedAt).toBe(examination!.finishedAt);
  });
  it('can be asked for again if its process has ended', async () => {
    const admin = await buildMember(app, { role: 'administrator' });
    expect(outcome(await ask(admin))).toBe('200');
    await app.database.pool.query("update examinations set asked_at = asked_at - interval '61 minutes'");
    expect((await app.call(examinationApi.state, {}, admin)).examination!.state).toBe('unfinished');
    await run();
    expect((await app.call(examinationApi.state, {}, admin)).examination!.state).toBe('unfinished');
    expect(outcome(await ask(admin))).toBe('200');
    await run();
  });
  it('shows the problems that are known, and the queues', async () => {
    const admin = await buildMember(app, { role: 'administrator' });
    await app.work();
    await reportProblem(createCtx(app.deps, { language: 'en' }), 'mail', { is: true, says: 'It is gone.' });
    expect(await app.call(examinationApi.state, {}, admin)).toMatchObject({
      problems: expect.arrayContaining([{ problem: 'mail', since: expect.any(String) }]),
      mailsWaiting: 0,
      jobsFailed: 0,
    });
    await app.database.pool.query('delete from operator_problems');
  });
});
