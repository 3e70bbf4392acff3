import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#core/time.ts';
import { readConfig, settingsTable } from '#server/config.ts';
import { ConfigError, isLoopback } from './config.ts';

const SECRET = 'kV3pQz8LmX1tR6wYb9NcD4hJ7sFg2aEu';
const read = (env: Record<string, string | undefined> = {}) => readConfig(env, '/srv/skein');
/** Returns the settings that are reported as invalid. */
function refusedFor(env: Record<string, string>): string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map((sentence) => sentence.split(/[:=]/, 1)[0]!);
  }
}

const PUBLIC = { PUBLIC_URL: 'https://skein.example' };
const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'skein-files',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const db = { DATABASE_URL: 'postgres://u:p@db/skein', SECRET_KEY: SECRET };
const OIDC = { OIDC_ISSUER: 'https://id.example/realm', OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 's' };

describe('without settings', () => {
  it('uses the defaults', () => {
    const { limits, settings, ...own } = read();
    expect(own).toEqual({
      port: 3000,
      host: '0.0.0.0',
      publicUrl: new URL('http://localhost:3000'),
      dataDir: '/srv/skein/data',
      databaseUrl: null,
      databaseOwnerUrl: null,
      databaseReplicaUrl: null,
      runAs: null,
      s3: null,
      smtpUrl: null,
      mailFrom: 'Skein <no-reply@localhost>',
      siteName: 'Skein',
      contactEmail: 'contact@localhost',
      role: 'all',
      secretKey: null,
      previousSecretKey: null,
      backup: { to: null, every: 24 * HOUR, keep: 35 * DAY },
      trustProxy: 0,
      webProcesses: 1,
      embeddedPgUser: null,
      turnstile: null,
      google: null,
      openid: null,
      logLevel: 'info',
      metricsToken: null,
      analyticsScriptUrl: null,
      offlineReading: true,
      humanCheck: true,
      rateLimits: true,
    });
    // Features to come have more.
    expect(limits).toMatchObject({
      LIMIT_ADDRESS: 300,
      LIMIT_MEMBER: 600,
      LIMIT_PAGES: 120,
      LIMIT_LOGIN: 10,
      LIMIT_LOGIN_ADDRESS: 30,
      LIMIT_REGISTER: 5,
      LIMIT_RESET: 15,
      LIMIT_ROUND: 20,
      LIMIT_SEARCH: 30,
      LIMIT_SAVE: 60,
      LIMIT_CREATE_STORY: 10,
      LIMIT_SUBMIT: 30,
      LIMIT_INVITE: 20,
      LIMIT_APPLY: 10,
      LIMIT_TURN: 60,
      LIMIT_UPLOAD: 20,
      LIMIT_VOTE: 30,
      LIMIT_FEEDBACK: 5,
      LIMIT_REPORT: 20,
      LIMIT_APPEAL: 10,
      LIMIT_SUGGESTION: 5,
      LIMIT_MODERATE: 120,
      LIMIT_ACCOUNT_CHANGE: 30,
    });
    expect(settings).toMatchObject({ REVIEW_ENDPOINT: null, REVIEW_MODEL: 'default', REVIEW_KEY: null });
  });
  it('treats an empty value as missing', () => {
    const empty = Object.fromEntries(settingsTable().map(([name]) => [name, '']));
    expect(read(empty)).toEqual(read());
  });
  it('derives URLs and addresses from PORT, SITE_NAME and PUBLIC_URL', () => {
    expect(read({ PORT: '8080' }).publicUrl.href).toBe('http://localhost:8080/');
    expect(read({ PUBLIC_URL: 'https://skein.example', SITE_NAME: 'Garn' })).toMatchObject({
      mailFrom: 'Garn <no-reply@skein.example>',
      contactEmail: 'contact@skein.example',
    });
  });
});

describe('a valid setting', () => {
  it.each<[Record<string, string>, Record<string, unknown>]>([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65535 }],
    [{ HOST: '127.0.0.1' }, { host: '127.0.0.1' }],
    [{ PUBLIC_URL: ' https://skein.example ' }, { publicUrl: new URL('https://skein.example') }],
    [{ DATA_DIR: '/var/lib/skein' }, { dataDir: '/var/lib/skein' }],
    [{ DATA_DIR: '../other' }, { dataDir: '/srv/other' }],
    [db, { databaseUrl: db.DATABASE_URL, secretKey: SECRET }],
    [{ ...db, DATABASE_URL: 'postgresql://db/skein' }, { databaseUrl: 'postgresql://db/skein' }],
    [{ ...db, ROLE: 'web' }, { role: 'web' }],
    [{ ...db, ROLE: 'worker' }, { role: 'worker' }],
    [{ ...db, ...PUBLIC, ROLE: 'web', SMTP_URL: 'smtps://mail.example' }, { role: 'web' }],
    [{ ...db, ...PUBLIC, ...s3, ROLE: 'web' }, { role: 'web' }],
    [
      s3,
      {
        s3: {
          endpoint: new URL('https://s3.example'),
          bucket: 'skein-files',
          keyId: 'id',
          secret: 'secret',
          region: 'us-east-1',
          prefix: '',
          pathStyle: true,
        },
      },
    ],
    [
      { ...s3, S3_ENDPOINT: 'http://127.0.0.1:9000', S3_PREFIX: 'sites/one', S3_PATH_STYLE: 'off', S3_REGION: 'auto' },
      { s3: expect.objectContaining({ prefix: 'sites/one', pathStyle: false, region: 'auto' }) },
    ],
    [{ WEB_PROCESSES: '3' }, { webProcesses: 3 }],
    [{ WEB_PROCESSES: 'auto' }, { webProcesses: availableParallelism() }],
    [{ ...db, ROLE: 'worker', WEB_PROCESSES: '3' }, { webProcesses: 1 }],
    [{ SMTP_URL: 'smtps://u:p@mail.example:465' }, { smtpUrl: 'smtps://u:p@mail.example:465' }],
    [{ MAIL_FROM: 'Post <post@skein.example>' }, { mailFrom: 'Post <post@skein.example>' }],
    [{ CONTACT_EMAIL: 'us@skein.example' }, { contactEmail: 'us@skein.example' }],
    [{ SITE_NAME: 'x'.repeat(40) }, { siteName: 'x'.repeat(40) }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ SECRET_KEY_PREVIOUS: SECRET }, { previousSecretKey: SECRET }],
    [db, { backup: { to: null, every: null, keep: 35 * DAY } }],
    [
      { ...db, BACKUP_TO: '../b', BACKUP_EVERY: '6h', BACKUP_KEEP: 'off' },
      { backup: { to: '/srv/b', every: 6 * HOUR, keep: null } },
    ],
    [{ BACKUP_EVERY: 'off', BACKUP_KEEP: '2d' }, { backup: { every: null, keep: 2 * DAY } }],
    [{ EMBEDDED_PG_USER: 'postgres' }, { embeddedPgUser: 'postgres' }],
    [
      { REVIEW_ENDPOINT: 'https://llm:8000/v1', REVIEW_MODEL: 'm', REVIEW_KEY: 'k' },
      { settings: { REVIEW_ENDPOINT: 'https://llm:8000/v1', REVIEW_MODEL: 'm', REVIEW_KEY: 'k' } },
    ],
    [
      { TURNSTILE_SITE_KEY: 'k', TURNSTILE_SECRET: 's' },
      {
        turnstile: {
          siteKey: 'k',
          secret: 's',
          verifyUrl: new URL('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
        },
      },
    ],
    [
      OIDC,
      { openid: { name: 'id.example', clientId: 'c', clientSecret: 's', issuer: new URL('https://id.example/realm') } },
    ],
    [{ ...OIDC, OIDC_NAME: ' Harbour ' }, { openid: { name: 'Harbour' } }],
    [
      { GOOGLE_CLIENT_ID: 'c', GOOGLE_CLIENT_SECRET: 's' },
      { google: { clientId: 'c', clientSecret: 's', issuer: new URL('https://accounts.google.com') } },
    ],
    [
      { GOOGLE_CLIENT_ID: 'c', GOOGLE_CLIENT_SECRET: 's', GOOGLE_ISSUER: 'http://localhost:4000' },
      { google: { issuer: new URL('http://localhost:4000') } },
    ],
    [{ LOG_LEVEL: 'trace' }, { logLevel: 'trace' }],
    [{ METRICS_TOKEN: 'x'.repeat(16) }, { metricsToken: 'x'.repeat(16) }],
    [
      { HUMAN_CHECK: 'off', RATE_LIMITS: 'off' },
      { humanCheck: false, rateLimits: false },
    ],
    [{ LIMIT_LOGIN: '3' }, { limits: expect.objectContaining({ LIMIT_LOGIN: 3 }) }],
  ])('%j', (env, config) => expect(read(env)).toMatchObject(config));
});

describe('an invalid setting stops the startup', () => {
  it.each<[Record<string, string>, string[]]>([
    [{ PORT: '-1' }, ['PORT']],
    [{ PORT: '65536' }, ['PORT']],
    [{ PORT: '3000.5' }, ['PORT']],
    [{ PORT: 'http' }, ['PORT']],
    [{ PUBLIC_URL: 'skein.example' }, ['PUBLIC_URL']],
    [{ PUBLIC_URL: 'ftp://skein.example' }, ['PUBLIC_URL']],
    [{ PUBLIC_URL: 'javascript:alert(1)' }, ['PUBLIC_URL']],
    [{ PUBLIC_URL: 'https://skein.example/blog' }, ['PUBLIC_URL']],
    [{ PUBLIC_URL: 'https://skein.example/?x=1' }, ['PUBLIC_URL']],
    [{ PUBLIC_URL: 'https://skein.example/#x' }, ['PUBLIC_URL']],
    [{ PUBLIC_URL: 'https://ann:secret@skein.example' }, ['PUBLIC_URL']],
    [{ DATABASE_URL: 'mysql://db/skein', SECRET_KEY: SECRET }, ['DATABASE_URL']],
    [{ DATABASE_URL: 'postgres://db/skein' }, ['SECRET_KEY']],
    [{ SMTP_URL: 'mail.example:25' }, ['SMTP_URL']],
    [{ SMTP_URL: 'http://mail.example' }, ['SMTP_URL']],
    [{ SITE_NAME: 'x'.repeat(41) }, ['SITE_NAME']],
    [{ ROLE: 'both' }, ['ROLE']],
    [{ WEB_PROCESSES: '0' }, ['WEB_PROCESSES']],
    [{ WEB_PROCESSES: '65' }, ['WEB_PROCESSES']],
    [{ WEB_PROCESSES: 'all' }, ['WEB_PROCESSES']],
    [{ ROLE: 'web' }, ['ROLE']],
    [{ ROLE: 'worker' }, ['ROLE']],
    [{ ...db, ...PUBLIC, ROLE: 'web' }, ['ROLE']],
    [{ ...db, ...PUBLIC, ROLE: 'worker' }, ['ROLE']],
    [{ S3_BUCKET: 'skein-files' }, ['S3_BUCKET']],
    [{ S3_PREFIX: 'skein' }, ['S3_PREFIX']],
    [{ ...s3, S3_ENDPOINT: 'http://s3.example' }, ['S3_ENDPOINT']],
    [{ ...s3, S3_ENDPOINT: 'https://s3.example/bucket' }, ['S3_ENDPOINT']],
    [{ ...s3, S3_ENDPOINT: 'https://me:secret@s3.example' }, ['S3_ENDPOINT']],
    [{ ...s3, S3_BUCKET: '' }, ['S3_ENDPOINT']],
    [{ ...s3, S3_BUCKET: 'No Bucket' }, ['S3_BUCKET']],
    [{ ...s3, S3_ACCESS_KEY_ID: '' }, ['S3_ACCESS_KEY_ID']],
    [{ ...s3, S3_SECRET_ACCESS_KEY: '' }, ['S3_SECRET_ACCESS_KEY']],
    [{ ...s3, S3_PREFIX: '../other' }, ['S3_PREFIX']],
    [{ ...s3, S3_REGION: 'Frankfurt am Main' }, ['S3_REGION']],
    [{ ...s3, S3_PATH_STYLE: 'yes' }, ['S3_PATH_STYLE']],
    [{ SECRET_KEY: 'short' }, ['SECRET_KEY']],
    [{ BACKUP_EVERY: '0h' }, ['BACKUP_EVERY']],
    [{ BACKUP_EVERY: 'daily' }, ['BACKUP_EVERY']],
    [{ BACKUP_KEEP: '35' }, ['BACKUP_KEEP']],
    [{ SECRET_KEY_PREVIOUS: 'short' }, ['SECRET_KEY_PREVIOUS']],
    [{ SECRET_KEY: SECRET, SECRET_KEY_PREVIOUS: SECRET }, ['SECRET_KEY_PREVIOUS']],
    [{ SECRET_KEY: SECRET.slice(0, 31) }, ['SECRET_KEY']],
    [{ SECRET_KEY: 'x'.repeat(64) }, ['SECRET_KEY']],
    [{ SECRET_KEY: 'abcabc1'.repeat(10) }, ['SECRET_KEY']],
    [{ TRUST_PROXY: '11' }, ['TRUST_PROXY']],
    [{ TRUST_PROXY: '-1' }, ['TRUST_PROXY']],
    [{ TRUST_PROXY: 'true' }, ['TRUST_PROXY']],
    [{ REVIEW_ENDPOINT: 'llm' }, ['REVIEW_ENDPOINT']],
    [{ REVIEW_ENDPOINT: 'http://llm:8000/v1' }, ['REVIEW_ENDPOINT']],
    [{ REVIEW_MODEL: 'm' }, ['REVIEW_MODEL']],
    [{ REVIEW_KEY: 'k', REVIEW_ENDPOINT: ' ' }, ['REVIEW_KEY']],
    [{ REVIEW_MODEL: 'm', REVIEW_KEY: 'k' }, ['REVIEW_MODEL', 'REVIEW_KEY']],
    [{ REVIEW_ENDPOINT: 'llm', REVIEW_KEY: 'k' }, ['REVIEW_ENDPOINT']],
    [{ TURNSTILE_SITE_KEY: 'k' }, ['TURNSTILE_SITE_KEY']],
    [{ TURNSTILE_SECRET: 's' }, ['TURNSTILE_SECRET']],
    [{ TURNSTILE_VERIFY_URL: 'https://verify.example' }, ['TURNSTILE_VERIFY_URL']],
    [
      { TURNSTILE_SITE_KEY: 'k', TURNSTILE_SECRET: 's', TURNSTILE_VERIFY_URL: 'http://verify.example' },
      ['TURNSTILE_VERIFY_URL'],
    ],
    [{ ...OIDC, OIDC_ISSUER: 'https://id.example/.well-known/openid-configuration' }, ['OIDC_ISSUER']],
    [{ OIDC_ISSUER: 'https://id.example' }, ['OIDC_ISSUER']],
    [{ OIDC_CLIENT_SECRET: 's' }, ['OIDC_CLIENT_SECRET']],
    [{ OIDC_NAME: 'Harbour' }, ['OIDC_NAME']],
    [{ ...OIDC, OIDC_ISSUER: 'http://id.example' }, ['OIDC_ISSUER']],
    [{ ...OIDC, OIDC_NAME: 'x'.repeat(41) }, ['OIDC_NAME']],
    [{ GOOGLE_CLIENT_ID: 'c' }, ['GOOGLE_CLIENT_ID']],
    [{ GOOGLE_CLIENT_SECRET: 's' }, ['GOOGLE_CLIENT_SECRET']],
    [{ GOOGLE_ISSUER: 'https://id.example' }, ['GOOGLE_ISSUER']],
    [{ GOOGLE_CLIENT_ID: 'c', GOOGLE_CLIENT_SECRET: 's', GOOGLE_ISSUER: 'http://id.example' }, ['GOOGLE_ISSUER']],
    [{ LOG_LEVEL: 'loud' }, ['LOG_LEVEL']],
    [{ METRICS_TOKEN: 'x'.repeat(15) }, ['METRICS_TOKEN']],
    [{ HUMAN_CHECK: 'no' }, ['HUMAN_CHECK']],
    [{ RATE_LIMITS: 'false' }, ['RATE_LIMITS']],
    [{ LIMIT_LOGIN: '0' }, ['LIMIT_LOGIN']],
    [{ LIMIT_UPLOAD: 'many' }, ['LIMIT_UPLOAD']],
    [{ LIMIT_SEARCH: '1.5' }, ['LIMIT_SEARCH']],
  ])('%j', (env, names) => expect(refusedFor(env)).toEqual(names));

  it('with one sentence each, without revealing secrets', () => {
    const env = { PORT: 'x', ROLE: 'x', LOG_LEVEL: 'x', SECRET_KEY: 'hunter2hunter2' };
    expect(refusedFor(env)).toEqual(['PORT', 'SECRET_KEY', 'ROLE', 'LOG_LEVEL']);
    expect(() => read(env)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
  });
});

describe('the replica', () => {
  const DATABASE_REPLICA_URL = 'postgres://skein@replica/skein';
  it('needs an external database', () => {
    expect(refusedFor({ DATABASE_REPLICA_URL })).toEqual(['DATABASE_REPLICA_URL']);
    expect(refusedFor({ DATABASE_REPLICA_URL: 'mysql://replica' })).toContain('DATABASE_REPLICA_URL');
    const env = { DATABASE_URL: 'postgres://skein@primary/skein', SECRET_KEY: 'a secret of tests that is long enough' };
    expect(read({ ...env, DATABASE_REPLICA_URL }).databaseReplicaUrl).toBe(DATABASE_REPLICA_URL);
  });
});

describe('a setting of something that is not built yet', () => {
  it.each(['REDIS_URL', 'S3_ACL'])('%s is refused, not ignored', (name) =>
    expect(refusedFor({ [name]: 'x' })).toEqual([name]),
  );
});

describe('disabling checks and limits', () => {
  it.each([
    'http://localhost',
    'http://localhost:3000',
    'https://localhost',
    'http://127.0.0.1:8080',
    'http://127.9.9.9',
    'http://[::1]:3000',
  ])('is allowed at %s', (url) => {
    expect(refusedFor({ PUBLIC_URL: url, HUMAN_CHECK: 'off', RATE_LIMITS: 'off' })).toEqual([]);
    expect(isLoopback(new URL(url))).toBe(true);
  });
  it.each([
    'https://skein.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'http://[::]',
    'http://[2001:db8::1]',
    'http://192.168.1.2',
  ])('is refused at %s', (url) => {
    expect(refusedFor({ PUBLIC_URL: url, HUMAN_CHECK: 'off' })).toEqual(['HUMAN_CHECK']);
    expect(refusedFor({ PUBLIC_URL: url, RATE_LIMITS: 'off' })).toEqual(['RATE_LIMITS']);
    expect(refusedFor({ PUBLIC_URL: url })).toEqual([]);
    expect(isLoopback(new URL(url))).toBe(false);
  });
});

it('describes every setting for the README', () => {
  const rows = settingsTable();
  expect(new Set(rows.map(([name]) => name)).size).toBe(rows.length);
  for (const [name, , says] of rows) {
    expect(name).toMatch(/^[A-Z][A-Z0-9_]+$/);
    expect(says).toMatch(/\.$/);
  }
});
