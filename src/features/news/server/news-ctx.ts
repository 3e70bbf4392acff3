import type { MailKindRules } from '#core/mail-kinds.ts';

declare module '#platform/context.ts' {
  interface Deps {
    /** The kinds of emails about notices that features declare. */
    readonly mailKinds: MailKindRules;
  }
}
