import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGE_TAGS, LANGUAGES } from '#core/languages.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import type { LetterKind } from '#platform/mail/send-letter.ts';
import { buildMember, type Member } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountMail } from './account-mail.ts';
import { insertRemoval } from './factors/factor-removals.repo.ts';
import { writeEnrolmentLink } from './factors/factors.repo.ts';

const app = setUpTestApp({ SITE_NAME: 'Garn & Co.' });
const TEXTS = import.meta.glob<Record<string, string>>('/locales/en/{accounts,moderation}.server.json', {
  eager: true,
  import: 'default',
});
const KINDS = Object.values(TEXTS).flatMap((texts) =>
  Object.keys(texts).flatMap((key) => (/^mail\.(\w+)\.subject$/.exec(key)?.[1] ?? []) as LetterKind[]),
);
/** Languages that have emails. */
const written = LANGUAGES.filter((language) =>
  existsSync(join(import.meta.dirname, '../../../../locales', language, 'accounts.server.json')),
);
let member: Member;
beforeAll(async () => {
  member = await buildMember(app);
  const { id } = await buildMember(app);
  await insertRemoval(app.deps.db, member.id, id);
});

async function linkFor(kind: string): Promise<string | undefined> {
  const expires = new Date(Date.now() + 1e6);
  if (kind === 'enrolment') await writeEnrolmentLink(app.deps.db, member.id, Buffer.alloc(32, 7), expires);
  if (kind !== 'verify' && kind !== 'reset') return undefined;
  const { id } = await app.database.db
    .insertInto('mail_links')
    .values({ account_id: member.id, purpose: kind, seed: Buffer.alloc(32, 7), expires_at: expires })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
async function mailOf(kind: LetterKind, language: string) {
  app.mails.length = 0;
  const linkId = await linkFor(kind);
  await enqueue(app.deps, accountMail, { kind, accountId: member.id, language, ...(linkId ? { linkId } : {}) });
  await app.work();
  expect(app.mails).toHaveLength(1);
  return app.mails[0]!;
}

describe('account emails', () => {
  // Those about public reports aren’t about an account.
  const kinds = KINDS.filter((kind) => !kind.startsWith('public_report_'));
  it('has at least these kinds', () => expect(KINDS.length).toBeGreaterThanOrEqual(19));
  const cases = kinds.flatMap((kind) => written.map((language) => [kind, language] as const));
  it.each(cases)('%s in %s is complete', async (kind, language) => {
    const mail = await mailOf(kind, language);
    expect(mail).toMatchObject({ to: member.email, language });
    for (const text of [mail.subject, mail.text, mail.html]) {
      expect(text.length).toBeGreaterThan(8);
      expect(text).not.toMatch(/mail\.[a-z_]+\.|[{}]|\b(undefined|null|NaN)\b/);
    }
    expect(mail.subject).toContain('Garn & Co.');
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).toContain(`<html lang="${LANGUAGE_TAGS[language]}">`);
    expect(mail.html).toContain('Garn &amp; Co.');
    expect(mail.html).not.toMatch(/<script|<img|Garn & Co/);
    // The HTML contains everything in the text.
    const words = mail.html
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&amp;', '&')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<');
    for (const paragraph of mail.text.split(/\n+/)) expect(words).toContain(paragraph);
    const opens = kind === 'verify' || kind === 'reset' || kind === 'enrolment';
    const toSecurity = kind === 'factors_changed' || kind === 'factor_removal' || kind === 'second_step_guessed';
    const toProfile = ['already_registered', 'deletion_requested', 'export_ready', 'export_failed'].includes(kind);
    expect(mail.link !== undefined).toBe(opens || toProfile || toSecurity);
    if (mail.link) expect(mail.text).toContain(mail.link);
    if (opens) {
      expect(mail.link).toMatch(
        /^http:\/\/localhost:3000\/(\?verify|reset_password\?token|security\?enrol)=\d+\.0\.[\w-]{43}$/,
      );
    }
  });
  it.each(written)('mentions an account only to its owner, in %s', async (language) => {
    const closing = translatorOf(language).t('mail.closing', { site: 'Garn & Co.' });
    expect((await mailOf('reset', language)).text).toContain(closing);
    for (const kind of ['verify', 'email', 'email_changed', 'erased'] as const)
      expect((await mailOf(kind, language)).text).not.toContain(closing);
  });
  it('falls back to English for an unsupported language', async () => {
    expect(await mailOf('password_changed', 'tlh')).toMatchObject({
      language: 'en',
      subject: 'Your password on Garn & Co. was changed',
    });
  });
  it.each([
    ['leaving', 'deletion_requested'],
    ['kept', 'deletion_canceled'],
  ] as const)('is sent for a job of an earlier version, which called it %s', async (former, kind) => {
    const { subject } = await mailOf(kind, 'en');
    app.mails.length = 0;
    const payload = JSON.stringify({ kind: former, accountId: member.id, language: 'en' });
    await app.database.pool.query('select graphile_worker.add_job($1, $2::json)', [accountMail.name, payload]);
    await app.work();
    expect(app.mails).toMatchObject([{ to: member.email, subject }]);
  });
  it('shows a moderator’s reason as text', async () => {
    await app.database.db
      .updateTable('accounts')
      .set({
        status_reason: '<b>Spam</b> & {worse}',
        status: 'suspended',
        suspended_until: new Date('2027-01-15T12:00:00Z'),
      })
      .where('id', '=', member.id)
      .execute();
    const { text, html } = await mailOf('suspended', 'en');
    expect(text).toContain(
      'is suspended until January 15, 2027. What you’ve published stays up. Reason: <b>Spam</b> & {worse}',
    );
    expect(html).toContain('&lt;b&gt;Spam&lt;/b&gt; &amp; {worse}');
  });
  it('is not sent to a deleted account, nor for a used link', async () => {
    app.mails.length = 0;
    await enqueue(app.deps, accountMail, { kind: 'password_changed', accountId: '999999', language: 'en' });
    const linkId = await linkFor('reset');
    await app.database.db.updateTable('mail_links').set({ used_at: new Date() }).where('id', '=', linkId!).execute();
    await enqueue(app.deps, accountMail, { kind: 'reset', accountId: member.id, language: 'en', linkId: linkId! });
    await enqueue(app.deps, accountMail, { kind: 'reset', accountId: member.id, language: 'en', linkId: '999999' });
    await app.work();
    expect(app.mails).toEqual([]);
    const { rows } = await app.database.pool.query('select 1 from graphile_worker.jobs');
    expect(rows).toEqual([]);
  });
});
