import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/languages.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#core/time.ts';
import * as accounts from '#features/accounts/model/account-limits.ts';
import { FACTOR_REMOVAL_WAIT } from '#features/accounts/model/factor-help.ts';
import { PROVIDER_PROOF_LASTS } from '#features/accounts/model/proof.ts';
import * as factors from '#features/accounts/model/second-factor.ts';
import { FLOW_LASTS } from '#features/accounts/server/provider-flow.ts';
import { DEPTH_MAX, RESERVATION_KEPT, WAYS_MAX } from '#features/branch/model/branch-limits.ts';
import { DELETED_DRAFT_KEPT, DRAFTS_PER_STORY } from '#features/chapters/model/chapter-limits.ts';
import { SCHEDULE_AHEAD } from '#features/contest/model/contest-limits.ts';
import { APPEAL_WITHIN } from '#features/moderation/model/restriction.ts';
import { MAILS_PER_DAY } from '#features/news/model/news-limits.ts';
import { INVITATION_LINKS_PER_STORY } from '#features/participation/model/invitation-link.ts';
import {
  INVITATIONS_PER_MEMBER,
  REAPPLY_AFTER,
  REQUEST_DAYS,
} from '#features/participation/model/participation-limits.ts';
import { SPAN_DAYS } from '#features/reader/model/statistics-limits.ts';
import { EXTENSION, LAST_REMINDER } from '#features/relay/model/relay-limits.ts';
import { DELETED_KEPT, DRAFTS_PER_MEMBER } from '#features/stories/model/story-limits.ts';
import { COUNT_MAX } from '#features/thanks/model/thanks-limits.ts';
import { DELETED_TRANSLATION_KEPT } from '#features/translation/model/translation-limits.ts';

/** The longest 6 months there are. */
const APPEAL_MONTHS = Math.floor(APPEAL_WITHIN / DAY / 30);

/**
 * The numbers that texts state without a parameter, with the limits that they state. If a limit changes, this test names
 * the texts that have become untrue, in every language.
 */
const LIMITS: Readonly<Record<string, readonly number[]>> = {
  'account.slug_help': [accounts.SLUG_CHANGE_PAUSE / DAY, accounts.FORMER_SLUG_LASTS / DAY],
  'field.password_too_short': [accounts.PASSWORD_MIN],
  'field.password_too_long': [accounts.PASSWORD_MAX],
  'field.language_unknown': [LANGUAGES.length],
  'error.google_state_lost': [FLOW_LASTS / MINUTE],
  'error.provider_state_lost': [FLOW_LASTS / MINUTE],
  'error.sign_in_again': [PROVIDER_PROOF_LASTS / MINUTE],
  'error.prove_again': [PROVIDER_PROOF_LASTS / MINUTE],
  'proof.openid_proven': [PROVIDER_PROOF_LASTS / MINUTE],
  'accounts.address_sent': [accounts.ADDRESS_CODE_LASTS / MINUTE],
  'mail.openid_code.text': [accounts.ADDRESS_CODE_LASTS / MINUTE],
  'administration.help_text': [FACTOR_REMOVAL_WAIT / DAY],
  'administration.remove_text': [FACTOR_REMOVAL_WAIT / DAY],
  'administration.remove_act': [FACTOR_REMOVAL_WAIT / DAY],
  'doctor.previous_old': [accounts.SESSION_ABSOLUTE / DAY],
  'doctor.previous_set': [accounts.SESSION_ABSOLUTE / DAY],
  'accounts.trust_device': [accounts.DEVICE_TRUSTED / DAY],
  'accounts.sent_register': [accounts.VERIFY_LINK_LASTS / HOUR],
  'accounts.sent_reset': [accounts.RESET_LINK_LASTS / MINUTE],
  'accounts.reset_why': [accounts.RESET_LINK_LASTS / MINUTE],
  'accounts.reset_pause': [accounts.MAIL_REQUEST_PAUSE / SECOND, accounts.RESET_REQUESTS_PER_DAY],
  'accounts.link_spent_text': [accounts.VERIFY_LINK_LASTS / HOUR],
  'accounts.link_or_email': [accounts.RESET_LINK_LASTS / MINUTE],
  'accounts.email_spent': [accounts.VERIFY_LINK_LASTS / HOUR],
  'notice.export_ready': [accounts.EXPORT_KEPT / DAY],
  'mail.verify.text': [accounts.VERIFY_LINK_LASTS / HOUR],
  'mail.reset.text': [accounts.RESET_LINK_LASTS / MINUTE],
  'mail.too_many_failures.text': [accounts.MANY_FAILURES],
  'mail.new_device.more': [accounts.DISOWN_LASTS / DAY],
  'mail.login.text': [accounts.LOGIN_LINK_LASTS / MINUTE],
  'logins.link_gone': [accounts.LOGIN_LINK_LASTS / MINUTE],
  'logins.ended_text': [accounts.RESET_LINK_LASTS / MINUTE],
  'logins.end_gone': [accounts.DISOWN_LASTS / DAY],
  'mail.enrolment.text': [factors.ENROLMENT_LINK_LASTS / MINUTE],
  'mail.second_step_guessed.text': [factors.WRONG_CODES_BEFORE_MAIL],
  'error.too_many_passkeys': [factors.PASSKEYS_MAX],
  'field.code_digits': [factors.TOTP_DIGITS],
  'field.totp_wrong': [factors.TOTP_STEP / SECOND],
  'accounts.second_step_app': [factors.TOTP_DIGITS],
  'security.app_off': [factors.TOTP_DIGITS, factors.TOTP_STEP / SECOND],
  'security.new_codes_text': [factors.RECOVERY_CODES],
  'security.codes_title': [factors.RECOVERY_CODES],
  'security.link_sent': [factors.ENROLMENT_LINK_LASTS / MINUTE],
  'mail.suspended.more': [APPEAL_MONTHS],
  'mail.banned.more': [APPEAL_MONTHS],
  'mail.statement.more': [APPEAL_MONTHS],
  'mail.public_report_upheld.more': [APPEAL_MONTHS],
  'mail.public_report_dismissed.more': [APPEAL_MONTHS],
  'mail.email.text': [accounts.VERIFY_LINK_LASTS / HOUR],
  'mail.export_ready.text': [accounts.EXPORT_KEPT / DAY],
  'fork.kept': [RESERVATION_KEPT / HOUR],
  'ends.text': [RESERVATION_KEPT / HOUR],
  'reservation.keep': [RESERVATION_KEPT / HOUR],
  'reservation.kept': [RESERVATION_KEPT / HOUR],
  'reservation.joined': [RESERVATION_KEPT / HOUR],
  'error.no_continuation_left': [WAYS_MAX],
  'error.path_too_deep': [DEPTH_MAX],
  'chapters.delete_text': [DELETED_DRAFT_KEPT / DAY],
  'chapters.own_story_moved': [DELETED_DRAFT_KEPT / DAY],
  'chapters.deleted_text': [DELETED_DRAFT_KEPT / DAY],
  'field.start_too_far': [SCHEDULE_AHEAD / DAY],
  'leaving.export_text': [accounts.EXPORT_KEPT / DAY],
  'leaving.grace': [accounts.DELETION_GRACE / DAY],
  'proof.proven': [PROVIDER_PROOF_LASTS / MINUTE],
  'leaving.delete': [accounts.DELETION_GRACE / DAY],
  'error.appeal_too_late': [APPEAL_MONTHS],
  'notice.restricted': [APPEAL_MONTHS],
  'error.reapply_later': [REAPPLY_AFTER / DAY],
  'error.too_many_invitations': [INVITATIONS_PER_MEMBER],
  'error.too_many_invitation_links': [INVITATION_LINKS_PER_STORY],
  'news.address_help': [MAILS_PER_DAY],
  'notice.application_expired': [REQUEST_DAYS],
  'notice.invitation_expired': [REQUEST_DAYS],
  'thanks.received': [COUNT_MAX],
  'notice.story_deleted': [DELETED_KEPT / DAY],
  'notice.translated_deleted': [DELETED_KEPT / DAY],
  'user.not_found_text': [accounts.FORMER_SLUG_LASTS / DAY],
  'relay.extend': [EXTENSION / HOUR],
  'relay.extended': [EXTENSION / HOUR],
  'statistics.span_week': [SPAN_DAYS.week],
  'statistics.span_month': [SPAN_DAYS.month],
  'error.too_many_drafts': [DRAFTS_PER_MEMBER, DRAFTS_PER_STORY],
  'story_editor.delete_text': [DELETED_KEPT / DAY],
  'story_editor.delete_ask': [DELETED_KEPT / DAY],
  'story_editor.turn_reminders': [LAST_REMINDER / HOUR, EXTENSION / HOUR],
  'story_editor.always_branch': [WAYS_MAX],
  'translate.deleted_text': [DELETED_TRANSLATION_KEPT / DAY],
};

/** Texts whose numbers are no limits: sizes that the spec fixes, keys, one of something, and advice. */
const NO_LIMITS =
  /^(error\.image_too_large|doctor\.(connections\.todo|no_proxies|no_proxies\.todo|key_readable\.todo|storage_((differs|fails)_s3|foreign)\.todo)|account\.picture_help|ballot\.rules|ballot\.rules_visitor|map\.keys|chapters\.own_story_made|story_editor\.(new_lead|description_help|categories_none|need_categories|group_fewer|group_more|least_people_fewer|least_people_more))$/;

const LOCALES = join(import.meta.dirname, '../../locales');
const textsOf = (language: string): [key: string, text: string][] =>
  readdirSync(join(LOCALES, language))
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => Object.entries<string>(JSON.parse(readFileSync(join(LOCALES, language, name), 'utf8'))));

/** Returns the numbers that a text states, without those of its plural forms, links and words. */
const numbersIn = (text: string) =>
  (
    text
      .replace(/=\d+ ?\{/g, '{')
      .replace(/<[^>]*>/g, '')
      // “Two-step” and “second” have a digit there.
      .replace(/2(?=단계|段階|つ目)/g, '')
      .match(/\d+/g) ?? []
  )
    .map(Number)
    .toSorted((a, b) => a - b);

describe.each(LANGUAGES)('texts in %s', (language) => {
  it('state the limits as they are', () => {
    const texts = new Map(textsOf(language));
    const untrue = Object.entries(LIMITS).flatMap(([key, limits]) => {
      const right = [...new Set(limits)].toSorted((a, b) => a - b);
      // Some languages write “once” with a digit.
      const stated = [...new Set(numbersIn(texts.get(key) ?? ''))].filter((n) => n !== 1 || right.includes(n));
      return stated.join() === right.join() ? [] : [`${key} says ${stated}, not ${right}`];
    });
    expect(untrue).toEqual([]);
  });
});

it('no other text states a limit without a parameter', () => {
  const found = textsOf('en').flatMap(([key, text]) =>
    numbersIn(text).length === 0 || key in LIMITS || NO_LIMITS.test(key) ? [] : [key],
  );
  expect(found).toEqual([]);
});

it('docs/accounts.md states the lifetimes and the number of sessions', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/accounts.md'), 'utf8');
  const rows: Readonly<Record<string, readonly number[]>> = {
    'Access token': [accounts.ACCESS_TOKEN_LASTS / MINUTE, accounts.ACCESS_TOKEN_LEEWAY / SECOND],
    'Session without use': [accounts.SESSION_IDLE / DAY],
    'Session in use': [accounts.SESSION_ABSOLUTE / DAY],
    'Sessions of a member': [accounts.SESSIONS_PER_ACCOUNT],
    'Former refresh token': [accounts.REFRESH_GRACE / SECOND],
    'Appeal token of a member who can’t log in': [accounts.APPEAL_TOKEN_LASTS / DAY],
    'Emailed links': [accounts.VERIFY_LINK_LASTS / HOUR, accounts.RESET_LINK_LASTS / MINUTE],
    'Proof by a login at a provider': [PROVIDER_PROOF_LASTS / MINUTE],
    'Address of an export': [accounts.EXPORT_ADDRESS_LASTS / MINUTE],
  };
  for (const [name, numbers] of Object.entries(rows)) {
    const row = page.split('\n').find((line) => line.startsWith(`| ${name} |`));
    expect(row?.match(/\d+/g)?.map(Number), name).toEqual(numbers);
  }
});
