import { resolve } from 'node:path';
import * as z from 'zod/mini';

/**
 * All settings of the site, read from the environment once at startup (product §14). If settings are invalid, startup
 * stops with one sentence for each. Settings of features that don’t exist yet are refused, never silently ignored.
 */

const flag = z.enum(['on', 'off']);
const whole = (least: number, most: number) => z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most));
const count = whole(1, 1_000_000);

/** Maximum calls per caller. Each text names the time window (product §13). */
const LIMITS = {
  LIMIT_ADDRESS: { default: 300, says: 'API calls per IP address and minute' },
  LIMIT_MEMBER: { default: 600, says: 'API calls per member and minute' },
  LIMIT_PAGES: { default: 120, says: 'uncached pages per IP address and minute' },
  LIMIT_LOGIN: { default: 10, says: 'logins per account and IP address in 10 minutes' },
  LIMIT_LOGIN_ADDRESS: { default: 30, says: 'logins per IP address and hour' },
  LIMIT_REGISTER: { default: 5, says: 'sign-ups per IP address and hour' },
  LIMIT_RESET: { default: 15, says: 'password-reset requests per IP address and hour' },
  LIMIT_SEARCH: { default: 30, says: 'searches per caller and minute' },
  LIMIT_SAVE: { default: 60, says: 'saves of a story or chapter per member and minute' },
  LIMIT_CREATE_STORY: { default: 10, says: 'new stories per member and day' },
  LIMIT_SUBMIT: { default: 30, says: 'submissions per member and day' },
  LIMIT_INVITE: { default: 20, says: 'invitations per member and day' },
  LIMIT_APPLY: { default: 10, says: 'applications per member and day' },
  LIMIT_TURN: { default: 60, says: 'turns passed or reassigned per member and day' },
  LIMIT_ROUND: { default: 20, says: 'rounds started per member and day' },
  LIMIT_VOTE: { default: 30, says: 'votes cast, changed or canceled per member and minute' },
  LIMIT_UPLOAD: { default: 20, says: 'uploads per member and day' },
  LIMIT_FEEDBACK: { default: 5, says: 'feedback messages per member and day' },
  LIMIT_REPORT: { default: 20, says: 'reports per member and day' },
  LIMIT_APPEAL: { default: 10, says: 'appeals per member and day' },
  LIMIT_SUGGESTION: { default: 5, says: 'category suggestions per member and day' },
  LIMIT_MODERATE: { default: 120, says: 'decisions per moderator and minute' },
  LIMIT_ACCOUNT_CHANGE: { default: 30, says: 'account changes per member and hour' },
} as const;
export type LimitName = keyof typeof LIMITS;

interface Setting {
  schema: z.ZodMiniType;
  /** Shown in the table of the README. */
  says: string;
  default: string;
}

const text = z.string().check(z.minLength(1));
/** A service that gets our secrets: HTTPS, or a loopback address. */
const outside = z.pipe(
  z.url({ protocol: /^https?$/ }).check(z.refine((value) => /^https:/.test(value) || isLoopback(new URL(value)))),
  z.transform((value: string) => new URL(value)),
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
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/ }),
    default: '',
    says: 'Mail server, such as `smtp://user:password@host:587`. Default: each email is written to a file in `DATA_DIR/outbox`.',
  },
  MAIL_FROM: {
    schema: text,
    default: '',
    says: 'Sender of emails. Default: `SITE_NAME <no-reply@host of PUBLIC_URL>`.',
  },
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
  SECRET_KEY: {
    schema: text,
    default: '',
    says: 'Signs tokens and links; at least 32 characters. Default: generated at first start and kept in `DATA_DIR`. Required with `DATABASE_URL`.',
  },
  TRUST_PROXY: {
    schema: whole(0, 10),
    default: '0',
    says: 'Number of trusted proxies in front, up to 10. Needed to determine client addresses.',
  },
  EMBEDDED_PG_USER: {
    schema: text,
    default: '',
    says: 'When started as root: the user that runs the embedded PostgreSQL. Default: `nobody`.',
  },
  REVIEW_ENDPOINT: {
    schema: z.url({ protocol: /^https?$/ }),
    default: '',
    says: 'OpenAI-compatible endpoint that the pre-review also consults. Default: none.',
  },
  REVIEW_MODEL: { schema: text, default: 'default', says: 'Model to request from `REVIEW_ENDPOINT`.' },
  REVIEW_KEY: { schema: text, default: '', says: 'API key for `REVIEW_ENDPOINT`.' },
  TURNSTILE_SITE_KEY: {
    schema: text,
    default: '',
    says: 'Cloudflare Turnstile site key. Turnstile then replaces the built-in human check. Requires `TURNSTILE_SECRET`.',
  },
  TURNSTILE_SECRET: { schema: text, default: '', says: 'Secret key for `TURNSTILE_SITE_KEY`.' },
  TURNSTILE_VERIFY_URL: {
    schema: outside,
    default: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    says: 'Where Turnstile responses are verified. Change it only in tests. HTTPS or a loopback address.',
  },
  GOOGLE_CLIENT_ID: {
    schema: text,
    default: '',
    says: 'Google client ID. Setting it enables Google login. The redirect URI is `PUBLIC_URL/auth/google/callback`. Requires `GOOGLE_CLIENT_SECRET`.',
  },
  GOOGLE_CLIENT_SECRET: { schema: text, default: '', says: 'Client secret for `GOOGLE_CLIENT_ID`.' },
  GOOGLE_ISSUER: {
    schema: outside,
    default: 'https://accounts.google.com',
    says: 'OpenID issuer used for Google login. Change it only in tests. HTTPS or a loopback address.',
  },
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
} as const satisfies Record<string, Setting>;

/** Settings that have no effect without another one. */
const NEEDS: [name: string, needed: string][] = [
  ['REVIEW_MODEL', 'REVIEW_ENDPOINT'],
  ['REVIEW_KEY', 'REVIEW_ENDPOINT'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET'],
  ['TURNSTILE_SECRET', 'TURNSTILE_SITE_KEY'],
  ['TURNSTILE_VERIFY_URL', 'TURNSTILE_SITE_KEY'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  ['GOOGLE_ISSUER', 'GOOGLE_CLIENT_ID'],
];

const LATER: Record<string, string> = {
  DATABASE_REPLICA_URL: 'Reading from a replica is not built yet',
  REDIS_URL: 'Redis is not built yet; limits and events go through PostgreSQL',
};

export type ProcessRole = 'all' | 'web' | 'worker';

export interface TurnstileConfig {
  siteKey: string;
  secret: string;
  verifyUrl: URL;
}

export interface GoogleConfig {
  clientId: string;
  clientSecret: string;
  issuer: URL;
}

export interface Config {
  port: number;
  host: string;
  /** Origin of the site, without a path. */
  publicUrl: URL;
  /** Absolute path. The database launcher may move it, see `chooseDataDir`. */
  dataDir: string;
  databaseUrl: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  siteName: string;
  contactEmail: string;
  role: ProcessRole;
  secretKey: string | null;
  trustProxy: number;
  embeddedPgUser: string | null;
  review: { endpoint: string; model: string; key: string | null } | null;
  /** Null if the built-in human check is used. */
  turnstile: TurnstileConfig | null;
  /** Null if login with Google is disabled. */
  google: GoogleConfig | null;
  logLevel: string;
  metricsToken: string | null;
  analyticsScriptUrl: string | null;
  /** True if chapters that have been read can be read again offline. */
  offlineReading: boolean;
  humanCheck: boolean;
  rateLimits: boolean;
  limits: Record<LimitName, number>;
}

/** Thrown if settings are invalid. The message has one line per setting. */
export class ConfigError extends Error {}

export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname);
}

/** Reads the settings. Throws `ConfigError` with one sentence for each invalid setting. */
export function readConfig(env: Record<string, string | undefined>, cwd: string): Config {
  const problems: string[] = [];
  const read = <K extends keyof typeof SETTINGS>(name: K): z.output<(typeof SETTINGS)[K]['schema']> | null => {
    const given = env[name]?.trim() || SETTINGS[name].default;
    if (!given) return null;
    const result = z.safeParse(SETTINGS[name].schema, given);
    if (result.success) return result.data as z.output<(typeof SETTINGS)[K]['schema']>;
    problems.push(`${name}: invalid value. ${SETTINGS[name].says}`);
    return null;
  };
  for (const [name, why] of Object.entries(LATER)) if (env[name]) problems.push(`${name}: ${why}. Remove it.`);
  for (const name of Object.keys(env)) {
    if (name.startsWith('S3_') && env[name])
      problems.push(`${name}: S3 storage is not built yet; images are stored in DATA_DIR. Remove it.`);
  }

  const limits = {} as Record<LimitName, number>;
  for (const [name, { default: standard, says }] of Object.entries(LIMITS) as [
    LimitName,
    { default: number; says: string },
  ][]) {
    const result = z.safeParse(count, env[name] || standard);
    if (result.success) limits[name] = result.data;
    else problems.push(`${name}: must be a whole number, at least 1 (${says}).`);
  }

  const port = read('PORT') ?? 3000;
  const publicUrl = read('PUBLIC_URL') ?? new URL(`http://localhost:${port}`);
  if (publicUrl.pathname !== '/' || publicUrl.search || publicUrl.hash || publicUrl.username || publicUrl.password)
    problems.push('PUBLIC_URL: must consist of scheme, host and port only, without a path.');
  const siteName = read('SITE_NAME') ?? 'Skein';
  const databaseUrl = read('DATABASE_URL');
  const secretKey = read('SECRET_KEY');
  if (secretKey && (secretKey.length < 32 || new Set(secretKey).size < 8))
    problems.push('SECRET_KEY: at least 32 characters, not a repetition. `openssl rand -base64 48` creates one.');
  if (databaseUrl && !secretKey)
    problems.push('SECRET_KEY: required with DATABASE_URL, because all processes there must use the same key.');
  const role = read('ROLE') ?? 'all';
  if (role !== 'all' && !databaseUrl)
    problems.push('ROLE: several processes need a DATABASE_URL; the embedded database serves only one.');
  const humanCheck = read('HUMAN_CHECK') !== 'off';
  const rateLimits = read('RATE_LIMITS') !== 'off';
  if (!isLoopback(publicUrl)) {
    if (!humanCheck) problems.push('HUMAN_CHECK=off: only allowed if PUBLIC_URL is a loopback address.');
    if (!rateLimits) problems.push('RATE_LIMITS=off: only allowed if PUBLIC_URL is a loopback address.');
  }
  const reviewEndpoint = read('REVIEW_ENDPOINT');
  for (const [name, needed] of NEEDS)
    if (env[name]?.trim() && !env[needed]?.trim())
      problems.push(`${name}: has no effect without ${needed}. Set both, or neither.`);
  const siteKey = read('TURNSTILE_SITE_KEY');
  const clientId = read('GOOGLE_CLIENT_ID');
  const config: Config = {
    port,
    host: read('HOST') ?? '0.0.0.0',
    publicUrl,
    dataDir: resolve(cwd, read('DATA_DIR') ?? './data'),
    databaseUrl,
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM') ?? `${siteName} <no-reply@${publicUrl.hostname}>`,
    siteName,
    contactEmail: read('CONTACT_EMAIL') ?? `contact@${publicUrl.hostname}`,
    role,
    secretKey,
    trustProxy: read('TRUST_PROXY') ?? 0,
    embeddedPgUser: read('EMBEDDED_PG_USER'),
    review: reviewEndpoint
      ? { endpoint: reviewEndpoint, model: read('REVIEW_MODEL') ?? 'default', key: read('REVIEW_KEY') }
      : null,
    turnstile: siteKey
      ? { siteKey, secret: read('TURNSTILE_SECRET') ?? '', verifyUrl: read('TURNSTILE_VERIFY_URL')! }
      : null,
    google: clientId
      ? { clientId, clientSecret: read('GOOGLE_CLIENT_SECRET') ?? '', issuer: read('GOOGLE_ISSUER')! }
      : null,
    logLevel: read('LOG_LEVEL') ?? 'info',
    metricsToken: read('METRICS_TOKEN'),
    analyticsScriptUrl: read('ANALYTICS_SCRIPT_URL'),
    offlineReading: read('OFFLINE_READING') !== 'off',
    humanCheck,
    rateLimits,
    limits,
  };
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/** Returns the rows of the table of settings in the README: name, default, description. */
export function describeSettings(): [name: string, standard: string, says: string][] {
  return [
    ...Object.entries(SETTINGS).map(([name, s]): [string, string, string] => [name, s.default, s.says]),
    ...Object.entries(LIMITS).map(([name, l]): [string, string, string] => [
      name,
      String(l.default),
      `Maximum ${l.says}.`,
    ]),
  ];
}
