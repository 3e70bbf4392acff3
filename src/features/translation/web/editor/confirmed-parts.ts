import type { TranslationDraft, TranslationEditorData } from '../../contract-views.ts';
import { unchangedParts } from '../../model/source-parts.ts';
import { doneAfter, type WorkingTranslation } from './working-translation.ts';

type Source = Pick<TranslationEditorData['source'], 'revision' | 'parts'>;

/** What is sent: the text, and the source that its translator has in view. */
export interface Sent {
  inHand: WorkingTranslation;
  source: Source;
}

/**
 * Which parts stay confirmed when the source is published anew while they are written. The server hears of none whose
 * caller had an earlier source in view; those that say what they said are confirmed again, the changed ones stay open.
 */
export function createConfirmedParts(start: Source) {
  let source = start;
  let unheard: { keys: string[]; source: Source }[] = [];

  /** With what was not heard and is as it was, as far as the present source is known. */
  const withUnheard = (now: WorkingTranslation): WorkingTranslation => {
    const again = unheard.flatMap(({ keys, source: before }) => unchangedParts(keys, before.parts, source.parts));
    unheard = [];
    return again.length > 0 ? { ...now, done: [...new Set([...now.done, ...again])] } : now;
  };

  return {
    get source(): Source {
      return source;
    },
    /** What is in hand after a save. */
    saved(now: WorkingTranslation, sent: Sent, answer: TranslationDraft): WorkingTranslation {
      const next = { ...now, done: doneAfter(now, sent.inHand, answer) };
      if (answer.sourceRevision === sent.source.revision) return next;
      const heard = new Set(answer.done);
      unheard.push({ keys: sent.inHand.done.filter((key) => !heard.has(key)), source: sent.source });
      return answer.sourceRevision > source.revision ? next : withUnheard(next);
    },
    /** What is in hand once the present source is known; `agreed` are the parts that the server calls done with it. */
    renewed(now: WorkingTranslation, fresh: Source, agreed: readonly string[]): WorkingTranslation {
      const same = new Set(unchangedParts(now.done, source.parts, fresh.parts));
      source = fresh;
      const done = now.done.filter((key) => same.has(key) || agreed.includes(key));
      return withUnheard(done.length < now.done.length ? { ...now, done } : now);
    },
  };
}
