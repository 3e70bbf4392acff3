import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/api/client.ts';
import { createSaver, type SaveState } from '#web/saving/saver.ts';
import type { TranslationDraft } from '../../contract-views.ts';
import { mergeTexts } from '../../model/merge-texts.ts';
import type { SourcePart } from '../../model/source-parts.ts';
import { EMPTY_TEXT, type TranslatedParagraph, type TranslationText } from '../../model/working-text.ts';
import { createConfirmedParts, type Sent } from './confirmed-parts.ts';
import {
  TRANSLATIONS,
  type TranslationChanges,
  type WorkingTranslation,
  workingTranslationOf,
} from './working-translation.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const said = (id: string, source: string, text: string): TranslatedParagraph => ({ id, sources: [source], text });
const withParagraphs = (...paragraphs: TranslatedParagraph[]): TranslationText => ({ ...EMPTY_TEXT, paragraphs });

const saying = (texts: Record<string, string>): SourcePart[] =>
  Object.entries(texts).map(([key, text]) => ({ key, kind: 'paragraph', text }));

function draftOf({ text, done }: WorkingTranslation, version: number, sourceRevision = 1): TranslationDraft {
  return {
    id: '5',
    kind: 'chapter',
    storyId: '1',
    chapterId: '2',
    language: 'en',
    status: 'saved',
    version,
    sourceRevision,
    fields: text.fields,
    paragraphs: text.paragraphs,
    leftOut: text.leftOut,
    done: [...done],
    stale: [],
    savedAt: '2026-01-01T00:00:00Z',
    submittedAt: null,
    reason: null,
    seemsIn: null,
    basedOn: null,
    can: { save: true, submit: true, withdraw: false, delete: true },
  };
}

/** The data on the server: one translation, and the published original. */
function serverWith(start: WorkingTranslation | null) {
  return {
    stored: start && draftOf(start, 3),
    source: { revision: 1, parts: saying({ a: 'Eins.', b: 'Zwei.', c: 'Drei.' }) },
  };
}

/** An editor with a server that can be made to fail, and the storage of the device. */
function open(start: WorkingTranslation | null, server = serverWith(start)) {
  const confirmedParts = createConfirmedParts(server.source);
  const editorData = {
    inHand: start ?? TRANSLATIONS.chapter.nothing,
    device: null as { written: WorkingTranslation; base: WorkingTranslation } | null,
    sent: [] as TranslationChanges[],
    states: [] as SaveState[],
    conflicts: [] as TranslationDraft[],
    closed: [] as string[],
    /** Replaces the next responses. With `lost`, the request is processed and its response is lost. */
    trouble: [] as ('lost' | Error)[],
    creating: null as Error | null,
  };
  const saver = createSaver(TRANSLATIONS.chapter, {
    draft: server.stored,
    read: () => editorData.inHand,
    checkpoint: (): Sent => ({ inHand: editorData.inHand, source: confirmedParts.source }),
    isOnline: () => true,
    keep(written, _, base) {
      editorData.device = written && { written, base };
      return true;
    },
    calls: {
      async create() {
        if (editorData.creating) throw editorData.creating;
        server.stored ??= draftOf(TRANSLATIONS.chapter.nothing, 1);
        return server.stored;
      },
      async update({ version }, changes) {
        const { revision } = confirmedParts.source;
        const trouble = editorData.trouble.shift();
        if (trouble instanceof Error) throw trouble;
        if (server.stored?.version !== version)
          throw new ApiError('translation_changed', 'changed', { status: 409, details: { current: server.stored } });
        editorData.sent.push(changes);
        const { text, done } = workingTranslationOf(server.stored);
        const { title = text.fields.title, paragraphs = text.paragraphs, leftOut = text.leftOut } = changes;
        const next = { fields: { ...text.fields, title }, paragraphs, leftOut };
        const isSeen = revision === server.source.revision;
        const isDone = [...new Set([...done, ...((isSeen && changes.done) || [])])];
        server.stored = draftOf({ text: next, done: isDone }, version + 1, server.source.revision);
        if (trouble === 'lost') throw new ApiError('network', 'Network Error');
        return server.stored;
      },
    },
    on: {
      state(state, error) {
        editorData.states.push(state);
        if (state === 'closed' && error) editorData.closed.push(error.code);
      },
      saved(answer, mark) {
        if (mark) editorData.inHand = confirmedParts.saved(editorData.inHand, mark as Sent, answer);
      },
      merged(text) {
        editorData.inHand = text;
      },
      conflict: (current) => editorData.conflicts.push(current),
    },
  });
  const write = (text: TranslationText, done: readonly string[] = editorData.inHand.done) => {
    editorData.inHand = { text, done };
    saver.changed();
  };
  /** Publishes an edit of these parts. They are no longer confirmed on the server. */
  const publish = (changed: Record<string, string>) => {
    const parts = server.source.parts.map((part) => ({ ...part, text: changed[part.key] ?? part.text }));
    server.source = { revision: server.source.revision + 1, parts };
    if (!server.stored) return;
    const done = server.stored.done.filter((key) => !(key in changed));
    server.stored = { ...server.stored, done, sourceRevision: server.source.revision };
  };
  /** Loads the data of the editor again. */
  const refresh = () => {
    if (server.stored) saver.adopt(server.stored);
    editorData.inHand = confirmedParts.renewed(editorData.inHand, server.source, server.stored?.done ?? []);
    saver.changed();
  };
  const words = () => server.stored?.paragraphs.map(({ text }) => text);
  return { editorData, server, saver, write, publish, refresh, words };
}

const ONE: WorkingTranslation = { text: withParagraphs(said('x', 'a', 'One.')), done: ['a'] };

describe('a translation being edited', () => {
  it('is stored on the device at once and on the server soon, and is created by its first words', async () => {
    const { editorData, server, write } = open(null);
    write(withParagraphs(said('x', 'a', 'One.')));
    await vi.advanceTimersByTimeAsync(700);
    expect(editorData.device?.written.text.paragraphs[0]?.text).toBe('One.');
    expect(server.stored).toBeNull();
    await vi.advanceTimersByTimeAsync(2000);
    expect(server.stored?.paragraphs[0]?.id).toBe('x');
    expect([editorData.device, editorData.states.at(-1)]).toEqual([null, 'saved']);
  });

  it('sends only what is newly done', async () => {
    const { editorData, write } = open(ONE);
    write(ONE.text, ['a', 'b']);
    await vi.advanceTimersByTimeAsync(3000);
    expect(editorData.sent).toEqual([{ done: ['b'] }]);
  });

  it('stays done if its source is unchanged, even after another part was edited', async () => {
    const { editorData, server, saver, write, publish, refresh } = open({ ...ONE, done: [] });
    publish({ c: 'Drei, anders.' });
    write(withParagraphs(said('x', 'a', 'One.'), said('y', 'b', 'Two.'), said('z', 'c', 'Three.')), ['a', 'b', 'c']);
    await vi.advanceTimersByTimeAsync(3000);
    expect([server.stored?.done, editorData.inHand.done, saver.isClean()]).toEqual([[], [], true]);
    refresh();
    await vi.advanceTimersByTimeAsync(3000);
    expect([server.stored?.done, editorData.inHand.done, saver.isClean()]).toEqual([['a', 'b'], ['a', 'b'], true]);
    write(editorData.inHand.text, ['a', 'b', 'c']);
    await vi.advanceTimersByTimeAsync(3000);
    expect(server.stored?.done).toEqual(['a', 'b', 'c']);
  });

  it('drops unsent confirmations if their source has changed', async () => {
    const { editorData, server, write, publish, refresh } = open(ONE);
    publish({ a: 'Eins, anders.' });
    write(withParagraphs(said('x', 'a', 'One.'), said('y', 'b', 'Two.')), ['a', 'b']);
    refresh();
    expect(editorData.inHand.done).toEqual(['b']);
    write(editorData.inHand.text, ['b', 'a']);
    await vi.advanceTimersByTimeAsync(3000);
    expect(server.stored?.done.toSorted()).toEqual(['a', 'b']);
  });

  it('retries on its own, and a lost response doesn’t create a second text', async () => {
    const { editorData, server, saver, write } = open(ONE);
    editorData.trouble.push('lost', new ApiError('network', 'Network Error'));
    write(withParagraphs(said('x', 'a', 'One, changed.')));
    await vi.advanceTimersByTimeAsync(3000);
    expect(editorData.states.at(-1)).toBe('failed');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([saver.isClean(), editorData.conflicts, server.stored?.version]).toEqual([true, [], 4]);
  });

  it('takes over what another window wrote in other rows', async () => {
    const { editorData, server, saver, write, words } = open(ONE);
    server.stored = draftOf(
      { text: withParagraphs(said('x', 'a', 'One.'), said('y', 'b', 'Two.')), done: ['a', 'b'] },
      4,
    );
    write(withParagraphs(said('x', 'a', 'One, mine.')));
    await vi.advanceTimersByTimeAsync(3000);
    expect(words()).toEqual(['One, mine.', 'Two.']);
    expect([saver.isClean(), editorData.inHand.done, editorData.conflicts]).toEqual([true, ['a', 'b'], []]);
  });

  it('keeps both texts of a row until the user chooses one', async () => {
    const { editorData, server, saver, write } = open(ONE);
    const theirs = { text: withParagraphs(said('x', 'a', 'Theirs.')), done: ['a'] };
    server.stored = draftOf(theirs, 4);
    write(withParagraphs(said('x', 'a', 'Mine.')));
    await vi.advanceTimersByTimeAsync(3000);
    expect([editorData.states.at(-1), server.stored.version]).toEqual(['conflict', 4]);
    expect(editorData.device).toMatchObject({ written: { text: { paragraphs: [{ text: 'Mine.' }] } } });
    const { clashes } = mergeTexts(ONE.text, editorData.inHand.text, theirs.text);
    expect(clashes).toHaveLength(1);
    saver.resolve(server.stored, []);
    await vi.advanceTimersByTimeAsync(100);
    expect([server.stored.paragraphs[0]?.text, saver.state]).toEqual(['Mine.', 'saved']);
  });

  it('doesn’t send a text that is too long, and saves the rest', async () => {
    const { editorData, write } = open(ONE);
    write({ ...withParagraphs(said('x', 'a', 'One more.')), fields: { ...EMPTY_TEXT.fields, title: 'x'.repeat(101) } });
    await vi.advanceTimersByTimeAsync(3000);
    expect(editorData.sent.map((changes) => Object.keys(changes))).toEqual([['paragraphs']]);
    expect(editorData.states.at(-1)).toBe('held');
  });

  it('says why it can’t be created, and stops retrying', async () => {
    const { editorData, saver, write } = open(null);
    editorData.creating = new ApiError('too_many_drafts', 'too many', { status: 409 });
    write(ONE.text);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([saver.state, editorData.closed]).toEqual(['closed', ['too_many_drafts']]);
  });
});

describe('a translation created in two places', () => {
  const THREE = withParagraphs(said('x', 'a', 'One.'), said('y', 'b', 'Two.'), said('z', 'c', 'Three.'));
  const begunTwice = async () => {
    const server = serverWith(null);
    const [first, second] = [open(null, server), open(null, server)];
    first.write(THREE, ['a', 'b', 'c']);
    await vi.advanceTimersByTimeAsync(3000);
    return { server, first, second };
  };

  it('keeps what was written in both', async () => {
    const { server, first, second } = await begunTwice();
    second.write(withParagraphs(said('w', 'd', 'Four.')), ['d']);
    await vi.advanceTimersByTimeAsync(3000);
    expect(first.words()?.toSorted()).toEqual(['Four.', 'One.', 'Three.', 'Two.']);
    expect(server.stored?.done.toSorted()).toEqual(['a', 'b', 'c', 'd']);
    expect([second.saver.state, second.saver.isClean(), second.editorData.conflicts]).toEqual(['saved', true, []]);
    first.write({ ...first.editorData.inHand.text, fields: { ...EMPTY_TEXT.fields, title: 'A title' } });
    await vi.advanceTimersByTimeAsync(3000);
    expect(first.editorData.inHand.text.paragraphs).toHaveLength(4);
    expect(first.words()).toHaveLength(4);
  });

  it('asks if both have written the same part, and saves nothing until then', async () => {
    const { first, second } = await begunTwice();
    second.write(withParagraphs(said('w', 'a', 'First.')));
    await vi.advanceTimersByTimeAsync(3000);
    expect([second.saver.state, second.editorData.conflicts.length]).toEqual(['conflict', 1]);
    expect(first.words()).toEqual(['One.', 'Two.', 'Three.']);
  });

  it('fills an editor without text that creates it by adding a term', async () => {
    const { server, first, second } = await begunTwice();
    second.saver.adopt(server.stored!);
    await vi.advanceTimersByTimeAsync(3000);
    expect(second.editorData.inHand).toEqual(first.editorData.inHand);
    expect([second.saver.state, first.words()]).toEqual(['saved', ['One.', 'Two.', 'Three.']]);
  });

  it('is created once when a term and the first words create it at the same time', async () => {
    const { editorData, server, saver, write } = open(null);
    write(ONE.text);
    const saved = saver.flush();
    saver.adopt(draftOf(TRANSLATIONS.chapter.nothing, 1));
    await saved;
    expect([editorData.sent.length, server.stored?.version, saver.isClean()]).toEqual([1, 2, true]);
  });
});
