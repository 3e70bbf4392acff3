import type { Endpoint } from '#core/endpoint.ts';
import type { ErrorCode } from '#core/errors.ts';
import { SECOND } from '#core/time.ts';
import type { ApiError } from '#web/api/client.ts';

/** Fields that every draft on the server has. */
export interface Stored {
  id: string;
  version: number;
}

/** For long texts: continuous typing doesn’t keep them from being saved. */
export const SENT_WHILE_WRITING = { afterPause: 2.5 * SECOND, atLatest: 5 * SECOND };

/** What a failed call means for its text. */
export type Failure =
  /**
   * The version is outdated. The details of the error contain the current draft. Without one, the text is sent again.
   */
  | 'changed'
  | 'signed_out'
  /** The same text would be refused again. The next change may fix it. */
  | 'held'
  /** The server no longer accepts changes. */
  | 'closed'
  /** The failure doesn’t concern the text. It is sent again after a pause. */
  | 'again';

/**
 * One kind of text, such as a chapter, a translation or the form of a story: how two versions of it are compared and
 * merged, which part of it can be sent, and what a refusal means.
 */
export interface Writable<Draft extends Stored, Text, Changes> {
  readonly nothing: Text;
  /** When the text is sent to the server, in ms: after a pause in typing, and the maximum delay without a pause. */
  readonly sent: { afterPause: number; atLatest: number };
  /**
   * `blank`: created empty when the first words are written, which follow in a save of their own. `with_text`: created
   * only by a flush, in one call with the text, so that the response is the caller’s own and never a conflict.
   */
  readonly begins: 'blank' | 'with_text';
  textOf: (draft: Draft) => Text;
  isBlank: (text: Text) => boolean;
  /** Returns whether two texts read the same. */
  isSame: (a: Text, b: Text) => boolean;
  /** Returns true if the text has something that the base doesn’t have, whether or not the server would accept it. */
  differs: (base: Text, text: Text) => boolean;
  /** Returns what can be sent now. `isWhole` is false if a part can’t be sent, for example because it is too long. */
  sendable: (
    base: Text,
    text: Text,
    options: { keepPresent: boolean },
  ) => { changes: Changes | null; isWhole: boolean };
  /** Returns the server’s text after it has accepted the changes. */
  taken: (answer: Draft, base: Text, text: Text) => Text;
  /**
   * Merges both texts if each part was changed on one side only. Returns null if the user has to choose. Without this
   * function the user always has to.
   */
  merge?: (base: Text, mine: Text, theirs: Text) => Text | null;
  failureOf: (error: ApiError) => Failure;
}

export const SIGNED_OUT: readonly string[] = ['login_required', 'refresh_refused', 'banned'] satisfies ErrorCode[];

/**
 * What each refusal of a call means for its text. Has all codes that the contract declares, so a code that is added there
 * doesn’t compile until its meaning is decided.
 */
export type RefusalsOf<E extends Endpoint> = Readonly<Record<E['errors'][number], Failure>>;

/** Refusals of several calls. */
export type Refusals = Readonly<Partial<Record<ErrorCode, Failure>>>;

/** The refusals of every call that saves for a member. */
export const MEMBER_REFUSALS = { login_required: 'signed_out', banned: 'signed_out' } as const;

/** Returns a `failureOf` for texts whose calls have these refusals. All other failures are retried. */
export function failuresBy(refusals: Refusals) {
  return ({ code }: ApiError): Failure => {
    if (SIGNED_OUT.includes(code)) return 'signed_out';
    if (code === 'invalid_input') return 'held';
    return (refusals as Record<string, Failure>)[code] ?? 'again';
  };
}
