import type { TranslationDraft, TranslationEditorData } from '../../contract-views.ts';
import { unchangedParts } from '../../model/source-parts.ts';
import { doneAfter, type WorkingTranslation } from './working-translation.ts';

type Source = Pick<TranslationEditorData['source'], 'revision' | 'parts'>;

/** What a save sends: the translation, and the version of the original that the translator sees. */
export interface Sent {
  inHand: WorkingTranslation;
  source: Source;
}

/**
 * Keeps track of confirmed parts when the original changes during editing. The server ignores confirmations that were
 * made for an earlier version. Parts that are unchanged are then confirmed again, changed ones stay open.
 */
export function createConfirmedParts(start: Source) {
  let source = start;
  let unheard: { keys: string[]; source: Source }[] = [];

  /** Adds confirmations that the server ignored, if their parts are unchanged in the current original. */
  const withUnheard = (now: WorkingTranslation): WorkingTranslation => {
    const again = unheard.flatMap(({ keys, source: before }) => unchangedParts(keys, before.parts, source.parts));
    unheard = [];
    return again.length > 0 ? { ...now, done: [...new Set([...now.done, ...again])] } : now;
  };

  return {
    get source(): Source {
      return source;
    },
    /** The working translation after a save. */
    saved(now: WorkingTranslation, sent: Sent, answer: TranslationDraft): WorkingTranslation {
      const next = { ...now, done: doneAfter(now, sent.inHand, answer) };
      if (answer.sourceRevision === sent.source.revision) return next;
      const heard = new Set(answer.done);
      unheard.push({ keys: sent.inHand.done.filter((key) => !heard.has(key)), source: sent.source });
      return answer.sourceRevision > source.revision ? next : withUnheard(next);
    },
    /**
     * The working translation once the current original is known. `agreed` are the parts that the server counts as
     * confirmed for it.
     */
    renewed(now: WorkingTranslation, fresh: Source, agreed: readonly string[]): WorkingTranslation {
      const same = new Set(unchangedParts(now.done, source.parts, fresh.parts));
      source = fresh;
      const done = now.done.filter((key) => same.has(key) || agreed.includes(key));
      return withUnheard(done.length < now.done.length ? { ...now, done } : now);
    },
  };
}
