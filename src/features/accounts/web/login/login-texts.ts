import type { PlainKey } from '#core/messages.ts';
import type { LoginReason } from '#web/boot/login.ts';
import { carriedTexts } from '#web/i18n/carried-texts.ts';

/** Messages that the login form may show. They are embedded in the page, because its script doesn't load messages. */
export const LOGIN_TEXTS = [
  'field.email_empty',
  'field.email_invalid',
  'field.empty_password',
  'common.no_connection',
  'common.busy_text',
  'common.error_occurred',
  'error.please_complete_verification',
  'loginModal.login_success',
  'accounts.account_kept',
  'accounts.login_link_sent',
  'accounts.reason_write',
  'accounts.reason_join',
  'accounts.reason_report',
  'accounts.reason_feedback',
  'accounts.reason_read_on',
  'accounts.reason_thank',
  'accounts.reason_messages',
  'accounts.reason_vote',
  'accounts.check',
  'accounts.check_press',
  'accounts.check_running',
  'accounts.check_running_text',
  'accounts.check_running_outside',
  'accounts.check_done',
  'accounts.check_failed',
] as const satisfies readonly PlainKey[];

export type LoginTexts = Readonly<Record<(typeof LOGIN_TEXTS)[number], string>>;

/** Title of the form when it opens for a specific action. */
export const REASONS = {
  write: 'accounts.reason_write',
  join: 'accounts.reason_join',
  report: 'accounts.reason_report',
  feedback: 'accounts.reason_feedback',
  read_on: 'accounts.reason_read_on',
  messages: 'accounts.reason_messages',
  vote: 'accounts.reason_vote',
  thank: 'accounts.reason_thank',
} as const satisfies Record<LoginReason, keyof LoginTexts>;

/** Classes that the script sets, by purpose. */
export interface LoginClasses {
  /** A field, its error, and its hint. */
  readonly field: string;
  readonly wrong: string;
  readonly help: string;
  /** The human check when it is done or has failed, and the states of its dot. */
  readonly done: string;
  readonly failed: string;
  readonly dotDone: readonly string[];
  readonly dotRunning: string;
  readonly dotFailed: string;
}

export function classesOf(dialog: HTMLElement): LoginClasses {
  return JSON.parse(dialog.dataset.classes ?? '{}');
}

export function textsOf(dialog: HTMLElement): LoginTexts {
  return carriedTexts(dialog, LOGIN_TEXTS);
}
