/**
 * Kinds of emails about notices that members can switch off. Each feature adds its own in `model/feature.ts`. The text of
 * the kind `turns` is `mail_kind.turns` in `NAME.server.json`, with an explanation as `mail_kind.turns.help`.
 */
export interface MailKinds {}
export type MailKind = keyof MailKinds & string;

/** When emails of a kind are sent. `first` means only the first one a member ever gets. */
export const MAIL_CHOICES = ['at_once', 'first', 'never'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** What a feature says about a kind of email. */
export interface MailKindRule {
  /** What members can choose. */
  readonly choices: readonly MailChoice[];
  /** For members who haven’t chosen. */
  readonly initial: MailChoice;
}
export type MailKindRules = Readonly<Record<MailKind, MailKindRule>>;

/** Declares a kind of email. Unless stated otherwise, they are sent at once, or never. */
export function mailKind(rule: Partial<MailKindRule> = {}): MailKindRule {
  return { choices: ['at_once', 'never'], initial: 'at_once', ...rule };
}
