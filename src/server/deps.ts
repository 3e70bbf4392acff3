import type { Config } from '#platform/config.ts';
import { type Clock, type Deps, systemClock } from '#platform/context.ts';
import type { Database } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { openFiles } from '#platform/files/open-files.ts';
import { QUICK } from '#platform/files/s3-client.ts';
import { guardFiles } from '#platform/files/site-files.ts';
import { createFailures, createLimits } from '#platform/http/limits.ts';
import { createProofOfWork, noHumanCheck } from '#platform/human-check/human-check.ts';
import { createTurnstile } from '#platform/human-check/turnstile.ts';
import { createImageStore } from '#platform/images/image-store.ts';
import type { Log } from '#platform/log/log.ts';
import { createSmtpMailer, type Mailer } from '#platform/mail/mailer.ts';
import { createOutbox } from '#platform/mail/outbox.ts';
import { type Shared, unshared } from '#platform/processes/shared.ts';
import { createSecrets, type SecretKeys } from '#platform/secrets.ts';
import { createSignIn } from '#platform/sign-in/openid.ts';
import { wiring } from './features.ts';
import { limitRules, mailKindRules, noticeRules } from './model.ts';

export interface AppParts extends SecretKeys {
  config: Config;
  database: Database;
  log: Log;
  clock?: Clock;
  mailer?: Mailer;
  files?: FileStore;
  /** For several processes on this machine. */
  shared?: Shared;
}

/** Connects the platform and the features. */
export function createDeps({
  config,
  database,
  log,
  clock = systemClock,
  mailer,
  files: store = openFiles(config, QUICK, database.pool.options.max),
  shared = unshared,
  ...keys
}: AppParts): Deps {
  const secrets = createSecrets(keys);
  const now = () => clock.now();
  const files = guardFiles(store, config, database.db);
  const humanCheck = config.turnstile
    ? createTurnstile(config.turnstile, config.publicUrl, now)
    : createProofOfWork(secrets.keys('human-check'), now);
  return {
    db: database.db,
    config,
    secrets,
    clock,
    log,
    files,
    images: createImageStore(files),
    limits: createLimits(config, database.pool, limitRules, shared),
    failures: createFailures(database.pool),
    humanCheck: config.humanCheck ? humanCheck : noHumanCheck,
    signIn: {
      ...(config.google ? { google: createSignIn('google', config.google, config.publicUrl) } : {}),
      ...(config.openid ? { openid: createSignIn('openid', config.openid, config.publicUrl) } : {}),
    },
    mailer: mailer ?? (config.smtpUrl ? createSmtpMailer(config, config.smtpUrl) : createOutbox(config, log)),
    notices: noticeRules,
    mailKinds: mailKindRules,
    ...wiring,
  };
}
