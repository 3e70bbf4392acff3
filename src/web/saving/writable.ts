import type { ErrorCode } from '#core/errors.ts';
import { SECOND } from '#core/time.ts';
import type { ApiError } from '#web/api/client.ts';

/** What every draft on the server has. */
export interface Stored {
  id: string;
  version: number;
}

/** For texts that are written for hours: typing without a pause does not keep them from being saved. */
export const SENT_WHILE_WRITING = { afterPause: 2.5 * SECOND, atLatest: 5 * SECOND };

/** What a failed call means for the text that it carried. */
type Failure =
  /** The version is stale; the details of the error hold the draft as it is now. Without one it is sent again. */
  | 'changed'
  | 'signed_out'
  /** The same text would be refused again; the next change may mend it. */
  | 'held'
  /** The server takes no more of it. */
  | 'closed'
  /** Nothing was said about the text: it is sent again after a pause. */
  | 'again';

/**
 * One kind of text, as a chapter, a translation or the form of a story: how two texts of it are compared and merged, which
 * part of one can be sent, and what a refusal means.
 */
export interface Writable<Draft extends Stored, Text, Changes> {
  readonly nothing: Text;
  /** When it goes to the server: after a pause in typing, and how long at most a change waits for one. Milliseconds. */
  readonly sent: { afterPause: number; atLatest: number };
  /**
   * `blank`: begun by its first words, which follow in a save of their own. `with_text`: begun only by a flush, in one
   * call with the text, so that the answer is the caller's own and never a clash.
   */
  readonly begins: 'blank' | 'with_text';
  textOf: (draft: Draft) => Text;
  isBlank: (text: Text) => boolean;
  /** They read the same. */
  isSame: (a: Text, b: Text) => boolean;
  /** True when the text has something that the base does not have, whether the server would take it or not. */
  differs: (base: Text, text: Text) => boolean;
  /** What can be sent now; `isWhole` is false where something has to stay here, as a part that is too long. */
  sendable: (
    base: Text,
    text: Text,
    options: { keepPresent: boolean },
  ) => { changes: Changes | null; isWhole: boolean };
  /** What the server has once it took the changes. */
  taken: (answer: Draft, base: Text, text: Text) => Text;
  /**
   * Both texts in one, where each part was changed on one side only; null where a choice is needed. A kind without it
   * always asks.
   */
  merge?: (base: Text, mine: Text, theirs: Text) => Text | null;
  failureOf: (error: ApiError) => Failure;
}

export const SIGNED_OUT: readonly string[] = ['login_required', 'refresh_refused', 'banned'] satisfies ErrorCode[];

/** `failureOf` for texts that end by certain codes: whatever else goes wrong is tried again. */
export function failuresBy(changed: ErrorCode, closing: readonly ErrorCode[]) {
  const ends: readonly string[] = closing;
  return ({ code }: ApiError): Failure => {
    if (code === changed) return 'changed';
    if (SIGNED_OUT.includes(code)) return 'signed_out';
    if (code === 'invalid_input') return 'held';
    return ends.includes(code) ? 'closed' : 'again';
  };
}
