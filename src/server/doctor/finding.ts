import type { Language } from '#core/languages.ts';
import type { MessageKey, Messages } from '#core/messages.ts';
import type { FindingLevel, FoundSize, SiteFinding } from '#features/moderation/model/examination.ts';
import type { Deps } from '#platform/context.ts';
import type { Database } from '#platform/db/database.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { bytesAsText } from './disk.ts';

/** The text of each finding is `doctor.CODE` in `doctor.json`, and what to do about it `doctor.CODE.todo`. */
export type FindingCode = MessageKey extends infer Key
  ? Key extends `doctor.${infer Code}`
    ? Code extends `${string}.${string}`
      ? never
      : Code
    : never
  : never;
type Words<Code extends FindingCode> = Messages[`doctor.${Code}`] extends null
  ? []
  : [words: { readonly [Word in keyof Messages[`doctor.${Code}`]]: string | number | FoundSize }];

export type Finding = Omit<SiteFinding, 'area'>;

/** What the checks look at. */
export interface Patient {
  readonly deps: Deps;
  readonly database: Pick<Database, 'db'>;
  /** Who gets a test email. */
  readonly mailTo: { readonly address: string; readonly language: Language } | null;
  /** True to restore the latest backup for trial, which takes as long as restoring it. */
  readonly triesRestore: boolean;
}

export type Check = (patient: Patient) => Promise<Finding[]>;

const finding =
  (level: FindingLevel) =>
  <Code extends FindingCode>(code: Code, ...words: Words<Code>): Finding => ({
    level,
    code,
    words: Object.assign({}, ...words),
  });
export const ok = finding('ok');
export const warn = finding('warn');
export const wrong = finding('wrong');

const LONGEST_PROBLEM = 200;

/** Returns the message of an error for a finding: its first line, because the others may contain data of members. */
export function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0]!.slice(0, LONGEST_PROBLEM);
}

/** Returns the sentence of a finding in English, and what to do about it. For the command line. */
export function inWords({ code, words }: Finding): { says: string; todo: string | null } {
  const { find } = translatorOf('en');
  const written = Object.fromEntries(
    Object.entries(words).map(([name, word]) => [name, typeof word === 'object' ? bytesAsText(word.bytes) : word]),
  );
  return { says: find(`doctor.${code}`, written) ?? code, todo: find(`doctor.${code}.todo`, written) };
}
