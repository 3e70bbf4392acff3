import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { LimitRules, LimitSetting } from '#core/endpoint.ts';
import type { SettingRule, SettingRules, SettingValues } from '#core/feature.ts';
import { isLoopback, outsideUrl } from '#core/outside-url.ts';
import { DAY, HOUR } from '#core/time.ts';
import { readS3, refuseApart, S3_SETTINGS, type S3Config } from './s3-settings.ts';
import { type Providers, readProviders, SIGN_IN_SETTINGS } from './sign-in/provider-settings.ts';

export { isLoopback } from '#core/outside-url.ts';

/**
 * All settings of the site, read from the environment once at startup (product §14). If settings are invalid, startup
 * stops with one sentence for each. Settings of features that don’t exist yet are refused, never silently ignored.
 */

const flag = z.enum(['on', 'off']);
const whole = (least: number, most: number) => z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most));
const count = whole(1, 1_000_000);

/** Maximum calls of any kind. Each text names the time window (product §13). Features declare the other limits. */
const LIMITS = [
  { setting: 'LIMIT_ADDRESS', default: 300, says: 'API calls per IP address and minute' },
  { setting: 'LIMIT_MEMBER', default: 600, says: 'API calls per member and minute' },
  { setting: 'LIMIT_PAGES', default: 120, says: 'uncached pages per IP address and minute' },
] as const;
export type LimitName = (typeof LIMITS)[number]['setting'] | LimitSetting;

/** What the features declare. */
export interface DeclaredSettings {
  readonly limits: LimitRules;
  readonly settings: SettingRules;
}

const text = z.string().check(z.minLength(1));
const outside = z.pipe(
  outsideUrl,
  z.transform((value: string) => new URL(value)),
);
/** A number of hours or days, in ms, or `off`. */
const duration = z.pipe(
  z.string().check(z.regex(/^(off|[1-9]\d{0,3}[hd])$/)),
  z.transform((value: string) =>
    value === 'off' ? 'off' : Number(value.slice(0, -1)) * (value.endsWith('h') ? HOUR : DAY),
  ),
);
const SETTINGS = {
  PORT: {
    schema: whole(0, 65_535),
    default: '3000',
    says: 'Port to listen on, up to 65535. `0` picks a free port.',
  },
  HOST: { schema: text, default: '0.0.0.0', says: 'Address to listen on.' },
  PUBLIC_URL: {
    schema: z.pipe(
      z.url({ protocol: /^https?$/ }),
      z.transform((value: string) => new URL(value)),
    ),
    default: '',
    says: 'Public URL of the site, such as `https://skein.example`. Default: `http://localhost:PORT`.',
  },
  DATA_DIR: { schema: text, default: './data', says: 'Folder for the database, images, outbox and secrets.' },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    default: '',
    says: 'External PostgreSQL, version 15 or newer, UTF-8. Default: the embedded one in `DATA_DIR`.',
  },
  DATABASE_OWNER_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    default: '',
    says: 'The same database with the role that owns the tables. It migrates them, and gives the role in `DATABASE_URL` what the site needs. Default: `DATABASE_URL`.',
    needs: 'DATABASE_URL',
  },
  DATABASE_REPLICA_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    default: '',
    says: 'A streaming replica of `DATABASE_URL`, one server. Public pages and calls are read from it as long as it has all changes that the site has heard of, and from `DATABASE_URL` otherwise. Default: none.',
    needs: 'DATABASE_URL',
  },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/ }),
    default: '',
    says: 'Mail server, such as `smtp://user:password@host:587`. TLS is required unless it is a loopback address; `?tls=off` turns it off. Default: each email is written to a file in `DATA_DIR/outbox`, which is deleted after 7 days.',
  },
  MAIL_FROM: {
    schema: text,
    default: '',
    says: 'Sender of emails. Default: `SITE_NAME <no-reply@host of PUBLIC_URL>`.',
  },
  ...S3_SETTINGS,
  SITE_NAME: {
    schema: text.check(z.maxLength(40)),
    default: 'Skein',
    says: 'Name of the site, used everywhere it is shown. At most 40 characters.',
  },
  CONTACT_EMAIL: {
    schema: text,
    default: '',
    says: 'Contact address shown in the user agreement and in emails. Default: `contact@host of PUBLIC_URL`.',
  },
  ROLE: {
    schema: z.enum(['all', 'web', 'worker']),
    default: 'all',
    says: '`web` serves requests, `worker` runs jobs, `all` does both.',
  },
  WEB_PROCESSES: {
    schema: z.union([z.literal('auto'), whole(1, 64)]),
    default: '1',
    says: 'Processes that serve requests on this machine, up to 64, besides one for the database and the jobs. `auto`: one per core.',
  },
  SECRET_KEY: {
    schema: text,
    default: '',
    says: 'Signs tokens and links; at least 32 characters. Default: generated at first start and kept in `DATA_DIR`. Required with `DATABASE_URL`.',
  },
  SECRET_KEY_PREVIOUS: {
    schema: text,
    default: '',
    says: 'The `SECRET_KEY` before this one. What it signed and encrypted stays valid, so the key can be changed without ending sessions. Remove it after 60 days, when the last of these sessions has ended. In `DATA_DIR`, it is the file `secret-key-previous`.',
  },
  BACKUP_TO: {
    schema: text,
    default: '',
    says: 'Folder for backups, best on another disk or machine. Default: a folder beside `DATA_DIR` whose name ends in `-backups`. If the site can’t create it, or if `DATA_DIR` is a mounted volume: `DATA_DIR/backups`.',
  },
  BACKUP_EVERY: {
    schema: duration,
    default: '',
    says: 'How often the site backs itself up, such as `6h` or `1d`, or `off`. At most the work of this time is lost with the data. Default: `24h` with the embedded database, `off` with `DATABASE_URL`.',
  },
  BACKUP_KEEP: {
    schema: duration,
    default: '35d',
    says: 'How long backups are kept, such as `35d`. The three latest are always kept. `off` keeps all.',
  },
  TRUST_PROXY: {
    schema: whole(0, 10),
    default: '0',
    says: 'Number of trusted proxies in front, up to 10. Needed to determine client addresses.',
  },
  EMBEDDED_PG_USER: {
    schema: text,
    default: '',
    says: 'When started as root: the user that runs the embedded PostgreSQL. Default: `skein-db`, which is created.',
  },
  RUN_AS: {
    schema: text,
    default: '',
    says: 'When started as root: the user that serves requests and runs jobs. Default: `skein`, which is created.',
  },
  TURNSTILE_SITE_KEY: {
    schema: text,
    default: '',
    says: 'Cloudflare Turnstile site key. Turnstile then replaces the built-in human check. Requires `TURNSTILE_SECRET`.',
    needs: 'TURNSTILE_SECRET',
  },
  TURNSTILE_SECRET: {
    schema: text,
    default: '',
    says: 'Secret key for `TURNSTILE_SITE_KEY`.',
    needs: 'TURNSTILE_SITE_KEY',
  },
  TURNSTILE_VERIFY_URL: {
    schema: outside,
    default: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    says: 'Where Turnstile responses are verified. Change it only in tests. HTTPS or a loopback address.',
    needs: 'TURNSTILE_SITE_KEY',
  },
  ...SIGN_IN_SETTINGS,
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    default: 'info',
    says: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
  METRICS_TOKEN: {
    schema: text.check(z.minLength(16)),
    default: '',
    says: 'Bearer token for `/metrics`, at least 16 characters. Default: only loopback clients can read it.',
  },
  ANALYTICS_SCRIPT_URL: {
    schema: z.url({ protocol: /^https?$/ }),
    default: '',
    says: 'Third-party analytics script, loaded only for visitors who choose “Accept all”. It must work under our content security policy. Default: none; page views are counted by Skein itself.',
  },
  OFFLINE_READING: {
    schema: flag,
    default: 'on',
    says: '`off` removes the service worker and its saved chapters from each browser on its next visit.',
  },
  HUMAN_CHECK: {
    schema: flag,
    default: 'on',
    says: '`off` for tests, demos and benchmarks. Rejected unless `PUBLIC_URL` is a loopback address.',
  },
  RATE_LIMITS: {
    schema: flag,
    default: 'on',
    says: '`off` for tests, demos and benchmarks. Rejected unless `PUBLIC_URL` is a loopback address.',
  },
} as const satisfies Record<string, SettingRule>;

const LATER = { REDIS_URL: 'Redis is not built yet; limits and events go through PostgreSQL' };

export interface TurnstileConfig {
  siteKey: string;
  secret: string;
  verifyUrl: URL;
}

export interface BackupConfig {
  /** Absolute path. Null for the default, see `placesForBackups`. */
  readonly to: string | null;
  /** In ms. Null if the site doesn’t back itself up. */
  readonly every: number | null;
  /** In ms. Null if all are kept. */
  readonly keep: number | null;
}

export interface Config extends Providers {
  port: number;
  host: string;
  /** Origin of the site, without a path. */
  publicUrl: URL;
  /** Absolute path. The database launcher may move it, see `chooseDataDir`. */
  dataDir: string;
  databaseUrl: string | null;
  /** Null if the role in `databaseUrl` owns the tables. */
  databaseOwnerUrl: string | null;
  s3: S3Config | null;
  databaseReplicaUrl: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  siteName: string;
  contactEmail: string;
  role: 'all' | 'web' | 'worker';
  /** Processes that serve requests. With 1, a single process does everything. */
  webProcesses: number;
  secretKey: string | null;
  /** The key before it, while the key is being changed. */
  previousSecretKey: string | null;
  backup: BackupConfig;
  trustProxy: number;
  embeddedPgUser: string | null;
  runAs: string | null;
  /** Null if the built-in human check is used. */
  turnstile: TurnstileConfig | null;
  logLevel: string;
  metricsToken: string | null;
  analyticsScriptUrl: string | null;
  /** True if chapters that have been read can be read again offline. */
  offlineReading: boolean;
  humanCheck: boolean;
  rateLimits: boolean;
  limits: Readonly<Record<LimitName, number>>;
  /** Settings that belong to one feature. */
  settings: SettingValues;
}

/** Thrown if settings are invalid. The message has one line per setting. */
export class ConfigError extends Error {}

const msOf = (value: number | 'off') => (value === 'off' ? null : value);

/** Reads the settings. Throws `ConfigError` with one sentence for each invalid setting. */
export function readSettings(env: Record<string, string | undefined>, cwd: string, declared: DeclaredSettings): Config {
  const problems: string[] = [];
  const parse = (name: string, rule: SettingRule): unknown => {
    const given = env[name]?.trim() || rule.default;
    if (!given) return null;
    const result = z.safeParse(rule.schema, given);
    if (result.success) return result.data;
    problems.push(`${name}: invalid value. ${rule.says}`);
    return null;
  };
  type Value<K extends keyof typeof SETTINGS> = z.output<(typeof SETTINGS)[K]['schema']> | null;
  const read = <K extends keyof typeof SETTINGS>(name: K) => parse(name, SETTINGS[name]) as Value<K>;
  for (const [name, why] of Object.entries(LATER)) if (env[name]) problems.push(`${name}: ${why}. Remove it.`);

  const limits = {} as Record<LimitName, number>;
  for (const { setting, default: standard, says } of [...LIMITS, ...Object.values(declared.limits)]) {
    const result = z.safeParse(count, env[setting] || standard);
    if (result.success) limits[setting] = result.data;
    else problems.push(`${setting}: must be a whole number, at least 1 (${says}).`);
  }

  const port = read('PORT') ?? 3000;
  const publicUrl = read('PUBLIC_URL') ?? new URL(`http://localhost:${port}`);
  if (publicUrl.pathname !== '/' || publicUrl.search || publicUrl.hash || publicUrl.username || publicUrl.password)
    problems.push('PUBLIC_URL: must consist of scheme, host and port only, without a path.');
  const siteName = read('SITE_NAME') ?? 'Skein';
  const databaseUrl = read('DATABASE_URL');
  const secretKey = read('SECRET_KEY');
  const previousSecretKey = read('SECRET_KEY_PREVIOUS');
  for (const [name, key] of Object.entries({ SECRET_KEY: secretKey, SECRET_KEY_PREVIOUS: previousSecretKey }))
    if (key && (key.length < 32 || new Set(key).size < 8))
      problems.push(`${name}: at least 32 characters, not a repetition. \`openssl rand -base64 48\` creates one.`);
  if (secretKey && secretKey === previousSecretKey)
    problems.push('SECRET_KEY_PREVIOUS: must be another key than SECRET_KEY.');
  if (databaseUrl && !secretKey)
    problems.push('SECRET_KEY: required with DATABASE_URL, because all processes there must use the same key.');
  const backupTo = read('BACKUP_TO');
  const role = read('ROLE') ?? 'all';
  if (role !== 'all' && !databaseUrl)
    problems.push('ROLE: several processes need a DATABASE_URL; the embedded database serves only one.');
  const webProcesses = read('WEB_PROCESSES');
  const humanCheck = read('HUMAN_CHECK') !== 'off';
  const rateLimits = read('RATE_LIMITS') !== 'off';
  if (!isLoopback(publicUrl)) {
    if (!humanCheck) problems.push('HUMAN_CHECK=off: only allowed if PUBLIC_URL is a loopback address.');
    if (!rateLimits) problems.push('RATE_LIMITS=off: only allowed if PUBLIC_URL is a loopback address.');
  }
  const ofFeatures: Readonly<Record<string, SettingRule>> = declared.settings;
  const settings = Object.fromEntries(Object.entries(ofFeatures).map(([name, rule]) => [name, parse(name, rule)]));
  for (const [name, { needs }] of Object.entries<SettingRule>({ ...SETTINGS, ...ofFeatures }))
    if (needs && env[name]?.trim() && !env[needs]?.trim())
      problems.push(`${name}: has no effect without ${needs}. Set both, or neither.`);
  const s3 = readS3(env, read, problems);
  const smtpUrl = read('SMTP_URL');
  refuseApart({ role, databaseUrl, publicUrl, s3, smtpUrl }, problems);
  const siteKey = read('TURNSTILE_SITE_KEY');
  const config: Config = {
    port,
    host: read('HOST') ?? '0.0.0.0',
    publicUrl,
    dataDir: resolve(cwd, read('DATA_DIR') ?? './data'),
    databaseUrl,
    databaseOwnerUrl: read('DATABASE_OWNER_URL'),
    databaseReplicaUrl: read('DATABASE_REPLICA_URL'),
    s3,
    smtpUrl,
    mailFrom: read('MAIL_FROM') ?? `${siteName} <no-reply@${publicUrl.hostname}>`,
    siteName,
    contactEmail: read('CONTACT_EMAIL') ?? `contact@${publicUrl.hostname}`,
    role,
    webProcesses: role === 'worker' ? 1 : webProcesses === 'auto' ? availableParallelism() : (webProcesses ?? 1),
    secretKey,
    previousSecretKey,
    backup: {
      to: backupTo === null ? null : resolve(cwd, backupTo),
      every: msOf(read('BACKUP_EVERY') ?? (databaseUrl ? 'off' : DAY)),
      keep: msOf(read('BACKUP_KEEP') ?? 'off'),
    },
    trustProxy: read('TRUST_PROXY') ?? 0,
    embeddedPgUser: read('EMBEDDED_PG_USER'),
    runAs: read('RUN_AS'),
    turnstile: siteKey
      ? { siteKey, secret: read('TURNSTILE_SECRET') ?? '', verifyUrl: read('TURNSTILE_VERIFY_URL')! }
      : null,
    ...readProviders(read),
    logLevel: read('LOG_LEVEL') ?? 'info',
    metricsToken: read('METRICS_TOKEN'),
    analyticsScriptUrl: read('ANALYTICS_SCRIPT_URL'),
    offlineReading: read('OFFLINE_READING') !== 'off',
    humanCheck,
    rateLimits,
    limits,
    settings: settings as SettingValues,
  };
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/** Returns the rows of the table of settings in the README: name, default, description. */
export function describeSettings(declared: DeclaredSettings): [name: string, standard: string, says: string][] {
  return [
    ...Object.entries<SettingRule>({ ...SETTINGS, ...declared.settings }).map(
      ([name, rule]): [string, string, string] => [name, rule.default, rule.says],
    ),
    ...[...LIMITS, ...Object.values(declared.limits)].map((limit): [string, string, string] => [
      limit.setting,
      String(limit.default),
      `Maximum ${limit.says}.`,
    ]),
  ];
}
