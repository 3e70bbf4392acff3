// Made from the migrated database by `npm run db:types`; never edited by hand.
import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, JsonWithDefault, NullableJson } from './json.ts';

export interface AccountRolesTable {
  account_id: string;
  role: 'moderator' | 'administrator';
  granted_at: Generated<Date>;
  grace_from: Generated<Date>;
}

export interface AccountsTable {
  id: GeneratedAlways<string>;
  email: string;
  password_hash: string | null;
  username: string;
  username_key: string;
  slug: string;
  slug_changed_at: Date | null;
  bio: Generated<string>;
  preferred_language: 'en' | 'zh' | 'de' | 'fr' | 'ko' | 'pt' | 'ja' | 'es';
  avatar_key: string | null;
  status: Generated<'unverified' | 'active' | 'suspended' | 'banned' | 'pending_deletion' | 'erased'>;
  suspended_until: Date | null;
  status_reason: string | null;
  failed_logins: Generated<number>;
  joined_at: Generated<Date>;
  last_active_at: Generated<Date>;
  google_subject: string | null;
  password_changed_at: Date | null;
  deletion_due_at: Date | null;
  deletion_content: 'keep' | 'delete' | null;
  languages_read: string[] | null;
  time_zone: Generated<string>;
  google_connected_at: Date | null;
  username_skeleton: string | null;
  username_mixes: Generated<boolean>;
}

export interface AddedCategoriesTable {
  code: string;
  names: Json<'added_categories.names'>;
  suggestion_id: string | null;
  added_at: Generated<Date>;
}

export interface AppealsTable {
  id: GeneratedAlways<string>;
  restriction_id: string;
  account_id: string;
  body: string;
  state: Generated<'open' | 'granted' | 'upheld'>;
  created_at: Generated<Date>;
  decided_by: string | null;
  decided_at: Date | null;
  answer: string | null;
}

export interface BranchReservationsTable {
  parent_id: string;
  account_id: string;
  story_id: string;
  reserved_at: Generated<Date>;
  expires_at: Date;
}

export interface CategoriesTable {
  code: string;
}

export interface CategorySuggestionsTable {
  id: GeneratedAlways<string>;
  account_id: string;
  name: string;
  reason: string;
  state: Generated<'open' | 'accepted' | 'declined'>;
  created_at: Generated<Date>;
  decided_by: string | null;
  decided_at: Date | null;
  answer: string | null;
}

export interface ChapterDaysTable {
  story_id: string;
  day: string;
  chapter_id: string;
  opened: Generated<number>;
  ended: Generated<number>;
}

export interface ChapterDraftsTable {
  chapter_id: string;
  title: Generated<string>;
  summary: Generated<string>;
  document: Json<'chapter_drafts.document'>;
  units: Generated<number>;
  version: Generated<number>;
  saved_at: Generated<Date>;
  choice: Generated<string>;
  is_minor_edit: Generated<boolean>;
  story_id: string;
}

export interface ChapterRevisionsTable {
  chapter_id: string;
  revision: number;
  kind: 'autosave' | 'submitted' | 'restored' | 'conflict';
  title: string;
  summary: string;
  document: Json<'chapter_revisions.document'>;
  units: number;
  created_at: Generated<Date>;
  story_id: string;
}

export interface ChapterSumsTable {
  story_id: string;
  chapter_id: string;
  opened: Generated<string>;
  ended: Generated<string>;
}

export interface ChapterTextsTable {
  chapter_id: string;
  story_id: string;
  revision: number;
  document: Json<'chapter_texts.document'>;
}

export interface ChaptersTable {
  id: GeneratedAlways<string>;
  story_id: string;
  author_id: string;
  parent_id: string | null;
  number: number | null;
  status: Generated<'draft' | 'pending' | 'approved' | 'rejected' | 'hidden'>;
  edit_status: 'draft' | 'pending' | 'rejected' | null;
  title: string | null;
  summary: string | null;
  units: number | null;
  created_at: Generated<Date>;
  published_at: Date | null;
  deleted_at: Date | null;
  choice: string | null;
  is_submission: Generated<boolean>;
  is_public: Generated<boolean>;
  is_readable: Generated<boolean>;
  taken_down_at: Date | null;
}

export interface DailyReadersTable {
  day: string;
  story_id: string;
  reader: Buffer;
}

export interface DailyReadsTable {
  day: string;
  chapter_id: string;
  reader: Buffer;
  story_id: string;
  counted: Generated<boolean>;
  language: 'en' | 'zh' | 'de' | 'fr' | 'ko' | 'pt' | 'ja' | 'es';
  to_end: Generated<boolean>;
  days_since: number | null;
}

export interface EnrolmentLinksTable {
  account_id: string;
  seed: Buffer;
  expires_at: Date;
}

export interface ExaminationsTable {
  is_only: Generated<boolean>;
  asked_by: string;
  asked_at: Generated<Date>;
  sends_mail: boolean;
  tries_restore: boolean;
  finished_at: Date | null;
  findings: JsonWithDefault<'examinations.findings'>;
}

export interface ExportsTable {
  id: GeneratedAlways<string>;
  account_id: string;
  file: string;
  requested_at: Generated<Date>;
  ready_at: Date | null;
  bytes: string | null;
  failed_at: Date | null;
}

export interface FactorRemovalsTable {
  account_id: string;
  asked_by: string;
  asked_at: Generated<Date>;
  due_at: Date;
  mailed_at: Generated<Date>;
}

export interface FeedbackTable {
  id: GeneratedAlways<string>;
  account_id: string;
  type: 'bug' | 'feature' | 'ui' | 'other';
  description: string;
  contact: string | null;
  created_at: Generated<Date>;
  read_at: Date | null;
  read_by: string | null;
}

export interface FirstAdministratorLinksTable {
  id: GeneratedAlways<string>;
  seed: Buffer;
  created_at: Generated<Date>;
  expires_at: Date;
}

export interface FirstChaptersTable {
  account_id: string;
  story_id: string;
  chapter_id: string;
  published_at: Generated<Date>;
  day_told_at: Date | null;
  readers_told_at: Date | null;
}

export interface FormerSlugsTable {
  slug: string;
  account_id: string;
  released_at: Generated<Date>;
}

export interface GlossaryTermsTable {
  id: GeneratedAlways<string>;
  story_id: string;
  language: 'en' | 'zh' | 'de' | 'fr' | 'ko' | 'pt' | 'ja' | 'es';
  term: string;
  translation: string;
  note: Generated<string>;
  saved_by: string;
  saved_at: Generated<Date>;
}

export interface IdempotencyKeysTable {
  account_id: string;
  key: string;
  call: string;
  input_digest: Buffer;
  answer: NullableJson<'idempotency_keys.answer'>;
  created_at: Generated<Date>;
}

export interface IdentitiesTable {
  issuer: string;
  subject: string;
  account_id: string;
  provider: 'google' | 'openid';
  address: string | null;
  connected_at: Date | null;
  used_at: Date | null;
}

export interface ImagesTable {
  key: string;
  kind: 'cover' | 'avatar';
  owner_id: string | null;
  bytes: number;
  created_at: Generated<Date>;
}

export interface InstallationTable {
  is_only: Generated<boolean>;
  id: Generated<string>;
  database: string | null;
}

export interface InvitationLinksTable {
  id: GeneratedAlways<string>;
  story_id: string;
  created_by: string;
  seed: Buffer;
  created_at: Generated<Date>;
  expires_at: Date;
  used_by: string | null;
  used_at: Date | null;
  withdrawn_at: Date | null;
}

export interface KnownDevicesTable {
  account_id: string;
  token_hash: Buffer;
  known_since: Generated<Date>;
  used_at: Generated<Date>;
  id: GeneratedAlways<string>;
  trusted_until: Date | null;
  device: Generated<string>;
}

export interface LoginAddressesTable {
  event_id: string;
  account_id: string | null;
  address: string;
  device: Generated<string>;
  succeeded: boolean;
  at: Generated<Date>;
}

export interface MailDeliveriesTable {
  account_id: string;
  message_id: string;
  day: string;
  sent_at: Date | null;
}

export interface MailLinksTable {
  id: GeneratedAlways<string>;
  account_id: string;
  purpose: 'verify' | 'reset' | 'email' | 'login' | 'openid';
  password_hash: string | null;
  seed: Buffer;
  created_at: Generated<Date>;
  expires_at: Date;
  used_at: Date | null;
  new_email: string | null;
  wish_kind: string | null;
  wish_id: string | null;
  positions_waiting: Generated<number>;
  words_waiting: Generated<boolean>;
  waiting_hash: Buffer | null;
  former_email: string | null;
}

export interface MailRefusalsTable {
  account_id: string;
  refused: Generated<number>;
  stopped_at: Date | null;
}

export interface MailSettingsTable {
  account_id: string;
  kind: string;
  choice: 'at_once' | 'first' | 'never';
  changed_at: Generated<Date>;
}

export interface MessagesTable {
  id: GeneratedAlways<string>;
  account_id: string;
  type: 'system_notice' | 'story_apply' | 'story_apply_accepted' | 'story_apply_rejected' | 'story_invite' | 'story_invite_accepted' | 'story_invite_rejected' | 'story_approved' | 'story_rejected' | 'chapter_approved' | 'chapter_rejected' | 'relay_your_turn' | 'relay_turn_reminder' | 'relay_turn_passed' | 'story_translation_approved' | 'story_translation_rejected' | 'chapter_translation_approved' | 'chapter_translation_rejected' | 'translation_stale' | 'contest_voting_open' | 'contest_winner';
  story_id: string | null;
  chapter_id: string | null;
  params: JsonWithDefault<'messages.params'>;
  created_at: Generated<Date>;
  read_at: Date | null;
  action_status: 'accepted' | 'declined' | 'withdrawn' | 'expired' | null;
  request_id: string | null;
  event_key: string | null;
}

export interface OpenedEntriesTable {
  round_id: string;
  account_id: string;
  submission_id: string;
  story_id: string;
  opened_at: Generated<Date>;
}

export interface OperatorProblemsTable {
  problem: 'backup' | 'disk' | 'mail' | 'replica' | 'storage';
  since: Generated<Date>;
}

export interface OutboxTable {
  transaction_id: Generated<string>;
  id: GeneratedAlways<string>;
  notifications: string[];
}

export interface PageViewsTable {
  day: string;
  page: string;
  language: 'en' | 'zh' | 'de' | 'fr' | 'ko' | 'pt' | 'ja' | 'es';
  views: Generated<number>;
}

export interface ParticipantsTable {
  story_id: string;
  account_id: string;
  number: number;
  joined_at: Generated<Date>;
  left_at: Date | null;
  chapters: Generated<number>;
  removed: Generated<boolean>;
}

export interface ParticipationRequestsTable {
  id: GeneratedAlways<string>;
  story_id: string;
  account_id: string;
  invited_at: Date | null;
  applied_at: Date | null;
  state: Generated<'pending' | 'accepted' | 'declined' | 'withdrawn' | 'expired'>;
  note: Generated<string>;
  created_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
}

export interface PasskeysTable {
  id: GeneratedAlways<string>;
  account_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: string;
  transports: Generated<string[]>;
  name: string;
  added_at: Generated<Date>;
  used_at: Date | null;
}

export interface PublicReportsTable {
  id: GeneratedAlways<string>;
  case_id: string;
  reporter_id: string | null;
  name: string | null;
  email: string | null;
  language: 'en' | 'zh' | 'de' | 'fr' | 'ko' | 'pt' | 'ja' | 'es';
  reason: 'pornography' | 'violence' | 'discrimination' | 'plagiarism' | 'spam' | 'other' | null;
  law: 'personal_data' | 'copyright' | 'insult' | 'hatred' | 'child_abuse' | 'other' | null;
  country: string | null;
  passage: Generated<string>;
  detail: string;
  created_at: Generated<Date>;
}

export interface RateLimitsTable {
  key: string;
  points: Generated<number>;
  expire: string | null;
}

export interface ReadChaptersTable {
  account_id: string;
  story_id: string;
  chapter_id: string;
}

export interface ReaderDaysTable {
  story_id: string;
  day: string;
  days_since: number;
  language: 'en' | 'zh' | 'de' | 'fr' | 'ko' | 'pt' | 'ja' | 'es';
  readers: number;
}

export interface ReadingPositionsTable {
  account_id: string;
  story_id: string;
  chapter_id: string;
  read_at: Generated<Date>;
  is_brought: Generated<boolean>;
}

export interface RecoveryCodesTable {
  account_id: string;
  code_hash: Buffer;
  is_active: boolean;
  made_at: Generated<Date>;
  used_at: Date | null;
  key_mark: Buffer | null;
}

export interface RelayQueueTable {
  story_id: string;
  account_id: string;
  waiting_since: Generated<Date>;
  misses: Generated<number>;
  skipped_at: Date | null;
}

export interface RelayTurnsTable {
  id: GeneratedAlways<string>;
  story_id: string;
  account_id: string;
  phase: Generated<'writing' | 'review' | 'ended'>;
  ending: 'published' | 'passed' | 'reassigned' | 'expired' | 'left' | 'restricted' | null;
  started_at: Generated<Date>;
  deadline: Date | null;
  remaining_seconds: number | null;
  extended_at: Date | null;
  reminded_half_at: Date | null;
  reminded_last_at: Date | null;
  next_id: string | null;
  ended_at: Date | null;
  rest_reminder_at: Date | null;
}

export interface ReportCasesTable {
  id: GeneratedAlways<string>;
  target_kind: 'story' | 'chapter' | 'submission' | 'translation' | 'member';
  target_id: string;
  account_id: string;
  story_id: string | null;
  chapter_id: string | null;
  title: string | null;
  language: 'en' | 'zh' | 'de' | 'fr' | 'ko' | 'pt' | 'ja' | 'es' | null;
  state: Generated<'open' | 'upheld' | 'dismissed'>;
  created_at: Generated<Date>;
  decided_by: string | null;
  decided_at: Date | null;
  answer: string | null;
}

export interface ReportsTable {
  case_id: string;
  reporter_id: string;
  reason: 'pornography' | 'violence' | 'discrimination' | 'plagiarism' | 'spam' | 'other';
  detail: Generated<string>;
  created_at: Generated<Date>;
}

export interface RestrictionsTable {
  id: GeneratedAlways<string>;
  action: 'ban_story' | 'hide_chapter' | 'disqualify' | 'take_down' | 'suspend' | 'ban';
  subject_id: string;
  account_id: string;
  story_id: string | null;
  chapter_id: string | null;
  title: string | null;
  language: 'en' | 'zh' | 'de' | 'fr' | 'ko' | 'pt' | 'ja' | 'es' | null;
  rule: 'pornography' | 'violence' | 'discrimination' | 'plagiarism' | 'spam' | 'other';
  reason: string;
  excerpt: Generated<string>;
  until: Date | null;
  decided_by: string | null;
  decided_at: Generated<Date>;
  lifted_at: Date | null;
  lifted_by: string | null;
  found_by: 'public_report' | 'report' | 'moderator' | null;
  law: 'personal_data' | 'copyright' | 'insult' | 'hatred' | 'child_abuse' | 'other' | null;
  country: string | null;
}

export interface ReviewerGrantsTable {
  account_id: string;
  language: 'en' | 'zh' | 'de' | 'fr' | 'ko' | 'pt' | 'ja' | 'es';
  granted_by: string;
  granted_at: Generated<Date>;
}

export interface ReviewsTable {
  id: GeneratedAlways<string>;
  subject_kind: 'story' | 'chapter' | 'submission';
  subject_id: string;
  story_id: string;
  author_id: string;
  version: number;
  is_edit: boolean;
  language: 'en' | 'zh' | 'de' | 'fr' | 'ko' | 'pt' | 'ja' | 'es';
  title: string;
  state: Generated<'automatic' | 'manual' | 'approved' | 'rejected' | 'withdrawn'>;
  findings: JsonWithDefault<'reviews.findings'>;
  submitted_at: Generated<Date>;
  decided_at: Date | null;
  decided_by: string | null;
  reason: string | null;
  rule: 'pornography' | 'violence' | 'discrimination' | 'plagiarism' | 'spam' | 'other' | null;
}

export interface RoundJudgesTable {
  round_id: string;
  account_id: string;
  since: Generated<Date>;
}

export interface RoundsTable {
  id: GeneratedAlways<string>;
  story_id: string;
  number: number;
  status: Generated<'scheduled' | 'writing' | 'voting' | 'completed'>;
  writing_hours: number;
  voting_hours: number;
  min_units: number;
  max_units: number;
  language: 'en' | 'zh' | 'de' | 'fr' | 'ko' | 'pt' | 'ja' | 'es';
  min_participants: number;
  starts_at: Date | null;
  started_at: Date | null;
  writing_ends_at: Date | null;
  voting_started_at: Date | null;
  voting_ends_at: Date | null;
  completed_at: Date | null;
  shortage_notified_at: Date | null;
  winner_id: string | null;
  votes: number | null;
  created_at: Generated<Date>;
  voters_reminded_at: Date | null;
}

export interface SearchPendingTable {
  id: GeneratedAlways<string>;
  story_id: string;
  chapter_id: string;
}

export interface SearchTextsTable {
  story_id: string;
  chapter_id: string;
  translation_id: string;
  language: 'en' | 'zh' | 'de' | 'fr' | 'ko' | 'pt' | 'ja' | 'es';
  title_key: string;
  tokens: string;
}

export interface SearchWordsTable {
  word: string;
}

export interface SecurityLogTable {
  id: GeneratedAlways<string>;
  account_id: string | null;
  event: string;
  facts: JsonWithDefault<'security_log.facts'>;
  at: Generated<Date>;
}

export interface SessionsTable {
  id: GeneratedAlways<string>;
  account_id: string;
  seed: Buffer;
  generation: Generated<number>;
  rotates: Generated<boolean>;
  rotated_at: Date | null;
  device: Generated<string>;
  created_at: Generated<Date>;
  used_at: Generated<Date>;
  ended_at: Date | null;
  end_reason: 'exit' | 'password' | 'reset' | 'replay' | 'restricted' | 'expired' | 'too_many' | 'ended' | 'deletion' | null;
}

export interface SpentChallengesTable {
  fingerprint: Buffer;
  expires_at: Date;
}

export interface StatusLogTable {
  id: GeneratedAlways<string>;
  subject_kind: string;
  subject_id: string;
  action: string;
  from_status: string;
  to_status: string;
  actor_id: string | null;
  reason: string | null;
  at: Generated<Date>;
  story_id: string | null;
  reason_salt: Buffer | null;
  reason_hash: Buffer | null;
}

export interface StatusLogSealsTable {
  id: GeneratedAlways<string>;
  after_id: string;
  last_id: string;
  month: string;
  rows: number;
  rows_hash: Buffer;
  chain_hash: Buffer;
  sealed_at: Generated<Date>;
}

export interface StoriesTable {
  id: GeneratedAlways<string>;
  creator_id: string;
  mode: 'relay' | 'competition' | 'branch' | 'solo';
  status: Generated<'draft' | 'pending' | 'rejected' | 'published' | 'banned'>;
  edit_status: 'draft' | 'pending' | 'rejected' | null;
  progress: Generated<'ongoing' | 'paused' | 'ended'>;
  title: string | null;
  description: string | null;
  language: 'en' | 'zh' | 'de' | 'fr' | 'ko' | 'pt' | 'ja' | 'es' | null;
  categories: string[] | null;
  cover_key: string | null;
  min_units: Generated<number>;
  max_units: Generated<number>;
  created_at: Generated<Date>;
  published_at: Date | null;
  listed_at: Date | null;
  continued_at: Date | null;
  deleted_at: Date | null;
  join_policy: Generated<'open' | 'applications' | 'invite_only'>;
  participant_limit: number | null;
  text_revision: Generated<number>;
  is_public: Generated<boolean>;
  is_listed: Generated<boolean>;
  mode_settings: JsonWithDefault<'stories.mode_settings'>;
}

export interface StoryCategoriesTable {
  category: string;
  story_id: string;
}

export interface StoryDaysTable {
  story_id: string;
  day: string;
  readers: number;
}

export interface StoryDraftsTable {
  story_id: string;
  title: Generated<string>;
  description: Generated<string>;
  language: 'en' | 'zh' | 'de' | 'fr' | 'ko' | 'pt' | 'ja' | 'es';
  categories: Generated<string[]>;
  cover_key: string;
  cover_uploaded: Generated<boolean>;
  version: Generated<number>;
  saved_at: Generated<Date>;
  is_minor_edit: Generated<boolean>;
}

export interface StoryStatsTable {
  story_id: string;
  chapters: Generated<number>;
  units: Generated<string>;
  readers: Generated<string>;
  trend: Generated<number>;
  listed: Generated<boolean>;
  participants: Generated<number>;
}

export interface SubmissionTextsTable {
  submission_id: string;
  document: Json<'submission_texts.document'>;
  story_id: string;
}

export interface SubmissionsTable {
  id: Generated<string>;
  round_id: string;
  story_id: string;
  author_id: string;
  chapter_id: string;
  status: Generated<'draft' | 'pending' | 'approved' | 'rejected'>;
  version: number | null;
  title: string | null;
  summary: string | null;
  units: number | null;
  submitted_at: Date | null;
  ballot_at: Date | null;
  votes: number | null;
  disqualified: Generated<boolean>;
  reason: string | null;
  created_at: Generated<Date>;
}

export interface TextFingerprintsTable {
  chapter_id: string;
  story_id: string;
  author_id: string;
  bands: number[];
}

export interface ThanksTable {
  chapter_id: string;
  account_id: string;
  story_id: string;
  thanked_at: Generated<Date>;
}

export interface TotpFactorsTable {
  account_id: string;
  secret: Buffer | null;
  confirmed_at: Date | null;
  last_step: number | null;
  used_at: Date | null;
  pending_secret: Buffer | null;
  pending_until: Date | null;
  pending_step: number | null;
}

export interface TranslationTextsTable {
  translation_id: string;
  story_id: string;
  draft: Json<'translation_texts.draft'>;
  source: JsonWithDefault<'translation_texts.source'>;
  document: NullableJson<'translation_texts.document'>;
}

export interface TranslationsTable {
  id: GeneratedAlways<string>;
  kind: 'story' | 'chapter';
  story_id: string;
  chapter_id: string | null;
  language: 'en' | 'zh' | 'de' | 'fr' | 'ko' | 'pt' | 'ja' | 'es';
  translator_id: string;
  status: Generated<'saved' | 'submitted' | 'under_review' | 'approved' | 'superseded' | 'rejected'>;
  based_on_id: string | null;
  version: Generated<number>;
  source_revision: number;
  stale: Generated<string[]>;
  is_stale: Generated<boolean>;
  done: Generated<number>;
  total: Generated<number>;
  units: Generated<number>;
  title: string | null;
  summary: string | null;
  choice: string | null;
  created_at: Generated<Date>;
  saved_at: Generated<Date>;
  submitted_at: Date | null;
  approved_at: Date | null;
  decided_at: Date | null;
  decided_by: string | null;
  reason: string | null;
  reviewer_id: string | null;
  lease_until: Date | null;
  lease_renewed: Generated<boolean>;
  deleted_at: Date | null;
  seems_in: string | null;
}

export interface TransparencyCountsTable {
  month: string;
  name: string;
  count: number;
  counted_at: Generated<Date>;
}

export interface VotesTable {
  round_id: string;
  account_id: string;
  submission_id: string;
  story_id: string;
  cast_at: Date;
}

export interface WorkerHeartbeatsTable {
  worker_id: string;
  at: Generated<Date>;
}

export interface DB {
  account_roles: AccountRolesTable;
  accounts: AccountsTable;
  added_categories: AddedCategoriesTable;
  appeals: AppealsTable;
  branch_reservations: BranchReservationsTable;
  categories: CategoriesTable;
  category_suggestions: CategorySuggestionsTable;
  chapter_days: ChapterDaysTable;
  chapter_drafts: ChapterDraftsTable;
  chapter_revisions: ChapterRevisionsTable;
  chapter_sums: ChapterSumsTable;
  chapter_texts: ChapterTextsTable;
  chapters: ChaptersTable;
  daily_readers: DailyReadersTable;
  daily_reads: DailyReadsTable;
  enrolment_links: EnrolmentLinksTable;
  examinations: ExaminationsTable;
  exports: ExportsTable;
  factor_removals: FactorRemovalsTable;
  feedback: FeedbackTable;
  first_administrator_links: FirstAdministratorLinksTable;
  first_chapters: FirstChaptersTable;
  former_slugs: FormerSlugsTable;
  glossary_terms: GlossaryTermsTable;
  idempotency_keys: IdempotencyKeysTable;
  identities: IdentitiesTable;
  images: ImagesTable;
  installation: InstallationTable;
  invitation_links: InvitationLinksTable;
  known_devices: KnownDevicesTable;
  login_addresses: LoginAddressesTable;
  mail_deliveries: MailDeliveriesTable;
  mail_links: MailLinksTable;
  mail_refusals: MailRefusalsTable;
  mail_settings: MailSettingsTable;
  messages: MessagesTable;
  opened_entries: OpenedEntriesTable;
  operator_problems: OperatorProblemsTable;
  outbox: OutboxTable;
  page_views: PageViewsTable;
  participants: ParticipantsTable;
  participation_requests: ParticipationRequestsTable;
  passkeys: PasskeysTable;
  public_reports: PublicReportsTable;
  rate_limits: RateLimitsTable;
  read_chapters: ReadChaptersTable;
  reader_days: ReaderDaysTable;
  reading_positions: ReadingPositionsTable;
  recovery_codes: RecoveryCodesTable;
  relay_queue: RelayQueueTable;
  relay_turns: RelayTurnsTable;
  report_cases: ReportCasesTable;
  reports: ReportsTable;
  restrictions: RestrictionsTable;
  reviewer_grants: ReviewerGrantsTable;
  reviews: ReviewsTable;
  round_judges: RoundJudgesTable;
  rounds: RoundsTable;
  search_pending: SearchPendingTable;
  search_texts: SearchTextsTable;
  search_words: SearchWordsTable;
  security_log: SecurityLogTable;
  sessions: SessionsTable;
  spent_challenges: SpentChallengesTable;
  status_log: StatusLogTable;
  status_log_seals: StatusLogSealsTable;
  stories: StoriesTable;
  story_categories: StoryCategoriesTable;
  story_days: StoryDaysTable;
  story_drafts: StoryDraftsTable;
  story_stats: StoryStatsTable;
  submission_texts: SubmissionTextsTable;
  submissions: SubmissionsTable;
  text_fingerprints: TextFingerprintsTable;
  thanks: ThanksTable;
  totp_factors: TotpFactorsTable;
  translation_texts: TranslationTextsTable;
  translations: TranslationsTable;
  transparency_counts: TransparencyCountsTable;
  votes: VotesTable;
  worker_heartbeats: WorkerHeartbeatsTable;
}

/** The columns of tables to which features add fields. */
export const COLUMNS = {
  chapter_drafts: ['chapter_id', 'title', 'summary', 'document', 'units', 'version', 'saved_at', 'choice', 'is_minor_edit', 'story_id'],
  chapter_revisions: ['chapter_id', 'revision', 'kind', 'title', 'summary', 'document', 'units', 'created_at', 'story_id'],
  chapters: ['id', 'story_id', 'author_id', 'parent_id', 'number', 'status', 'edit_status', 'title', 'summary', 'units', 'created_at', 'published_at', 'deleted_at', 'choice', 'is_submission', 'is_public', 'is_readable', 'taken_down_at'],
  stories: ['id', 'creator_id', 'mode', 'status', 'edit_status', 'progress', 'title', 'description', 'language', 'categories', 'cover_key', 'min_units', 'max_units', 'created_at', 'published_at', 'listed_at', 'continued_at', 'deleted_at', 'join_policy', 'participant_limit', 'text_revision', 'is_public', 'is_listed', 'mode_settings'],
  story_drafts: ['story_id', 'title', 'description', 'language', 'categories', 'cover_key', 'cover_uploaded', 'version', 'saved_at', 'is_minor_edit'],
} as const;
