import { join } from 'node:path';
import type { AccountEffects } from '#features/accounts/server/index.ts';
import {
  type ChapterEffects,
  chapterWriting,
  firstChapter,
  publishedTexts,
  type WritingModes,
} from '#features/chapters/server/index.ts';
import type { PublishedTexts, Restrictables, ReviewSubjects } from '#features/moderation/server/index.ts';
import { type ParticipationCtx, storyMembership } from '#features/participation/server/index.ts';
import type { ChapterWriting, FirstChapter, StoryEffects, StoryMembership } from '#features/stories/server/index.ts';
import type { Config } from '#platform/config.ts';
import { type Clock, type Deps, systemClock } from '#platform/context.ts';
import type { Database } from '#platform/db/database.ts';
import { createFailures, createLimits } from '#platform/http/limits.ts';
import { createProofOfWork, noHumanCheck } from '#platform/human-check/human-check.ts';
import { createTurnstile } from '#platform/human-check/turnstile.ts';
import { createFolderStore } from '#platform/images/image-store.ts';
import type { Log } from '#platform/log/log.ts';
import { createOutbox, createSmtpMailer, type Mailer } from '#platform/mail/mailer.ts';
import { createSecrets } from '#platform/secrets.ts';
import { createGoogle } from '#platform/sign-in/google.ts';
import { accountEffects } from './account-effects.ts';
import { membershipEffects, modes } from './modes.ts';
import { restrictables } from './restrictables.ts';
import { reviewSubjects } from './review-subjects.ts';
import { chapterEffects, storyEffects } from './story-effects.ts';

/** What the use-cases of all features together need. */
export interface AppDeps extends Deps {
  readonly accountEffects: AccountEffects;
  readonly reviewSubjects: ReviewSubjects;
  readonly restrictables: Restrictables;
  readonly publishedTexts: PublishedTexts;
  readonly firstChapter: FirstChapter;
  readonly chapterWriting: ChapterWriting;
  readonly modes: WritingModes;
  readonly membership: StoryMembership;
  readonly membershipEffects: ParticipationCtx['membershipEffects'];
  readonly storyEffects: StoryEffects;
  readonly chapterEffects: ChapterEffects;
}

export interface AppParts {
  config: Config;
  secretKey: string;
  database: Database;
  log: Log;
  clock?: Clock;
  mailer?: Mailer;
}

/** Puts the platform and the features together. */
export function createDeps({ config, secretKey, database, log, clock = systemClock, mailer }: AppParts): AppDeps {
  const secrets = createSecrets(secretKey);
  const now = () => clock.now();
  const humanCheck = config.turnstile
    ? createTurnstile(config.turnstile, config.publicUrl, now)
    : createProofOfWork(secrets.key('human-check'), now);
  return {
    db: database.db,
    config,
    secrets,
    clock,
    log,
    images: createFolderStore(join(config.dataDir, 'images')),
    limits: createLimits(config, database.pool),
    failures: createFailures(database.pool),
    humanCheck: config.humanCheck ? humanCheck : noHumanCheck,
    google: config.google ? createGoogle(config.google, config.publicUrl) : null,
    mailer: mailer ?? (config.smtpUrl ? createSmtpMailer(config, config.smtpUrl) : createOutbox(config, log)),
    accountEffects,
    reviewSubjects,
    restrictables,
    publishedTexts,
    firstChapter,
    chapterWriting,
    modes,
    membership: storyMembership,
    membershipEffects,
    storyEffects,
    chapterEffects,
  };
}
