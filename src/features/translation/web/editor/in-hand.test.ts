import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSaver, type SaveState } from '#features/chapters/web/saving/saver.ts';
import { ApiError } from '#web/api/client.ts';
import type { TranslationDraft } from '../../contract-views.ts';
import { mergeTexts } from '../../model/merge-texts.ts';
import { EMPTY_TEXT, type TranslatedParagraph, type TranslationText } from '../../model/working-text.ts';
import { doneAfter, type InHand, inHandOf, TRANSLATION, type TranslationChanges } from './in-hand.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const said = (id: string, source: string, text: string): TranslatedParagraph => ({ id, sources: [source], text });
const withParagraphs = (...paragraphs: TranslatedParagraph[]): TranslationText => ({ ...EMPTY_TEXT, paragraphs });

function draftOf({ text, done }: InHand, version: number): TranslationDraft {
  return {
    id: '5',
    kind: 'chapter',
    storyId: '1',
    chapterId: '2',
    language: 'en',
    status: 'saved',
    version,
    sourceRevision: 1,
    fields: text.fields,
    paragraphs: text.paragraphs,
    leftOut: text.leftOut,
    done: [...done],
    stale: [],
    savedAt: '2026-01-01T00:00:00Z',
    submittedAt: null,
    reason: null,
    basedOn: null,
    can: { save: true, submit: true, withdraw: false, delete: true },
  };
}

/** A desk with a server that can be told to fail, and a device that keeps what it is given. */
function open(start: InHand | null) {
  const desk = {
    inHand: start ?? TRANSLATION.nothing,
    stored: start && draftOf(start, 3),
    device: null as { written: InHand; base: InHand } | null,
    sent: [] as TranslationChanges[],
    states: [] as SaveState[],
    conflicts: [] as TranslationDraft[],
    trouble: [] as ('lost' | Error)[],
    /** What the server does not call done: its source is another by now. */
    refused: new Set<string>(),
  };
  const saver = createSaver(TRANSLATION, {
    draft: desk.stored,
    read: () => desk.inHand,
    mark: () => desk.inHand,
    isOnline: () => true,
    keep(written, _, base) {
      desk.device = written && { written, base };
      return true;
    },
    calls: {
      async create() {
        desk.stored ??= draftOf(TRANSLATION.nothing, 1);
        return desk.stored;
      },
      async update({ version }, changes) {
        const trouble = desk.trouble.shift();
        if (trouble instanceof Error) throw trouble;
        if (desk.stored?.version !== version)
          throw new ApiError('translation_changed', 'changed', { status: 409, details: { current: desk.stored } });
        desk.sent.push(changes);
        const { text, done } = inHandOf(desk.stored);
        const { title = text.fields.title, paragraphs = text.paragraphs, leftOut = text.leftOut } = changes;
        const next = { fields: { ...text.fields, title }, paragraphs, leftOut };
        const isDone = [...done, ...(changes.done ?? [])].filter((key) => !desk.refused.has(key));
        desk.stored = draftOf({ text: next, done: isDone }, version + 1);
        if (trouble === 'lost') throw new ApiError('network', 'Network Error');
        return desk.stored;
      },
    },
    on: {
      state: (state) => desk.states.push(state),
      saved(answer, mark) {
        if (mark) desk.inHand = { ...desk.inHand, done: doneAfter(desk.inHand, mark as InHand, answer) };
      },
      merged(text) {
        desk.inHand = text;
      },
      conflict: (current) => desk.conflicts.push(current),
      closed: () => {},
    },
  });
  const write = (text: TranslationText, done: readonly string[] = desk.inHand.done) => {
    desk.inHand = { text, done };
    saver.changed();
  };
  return { desk, saver, write };
}

const ONE: InHand = { text: withParagraphs(said('x', 'a', 'One.')), done: ['a'] };

describe('a translation in hand', () => {
  it('is on the device at once and on the server soon, begun by its first words', async () => {
    const { desk, write } = open(null);
    write(withParagraphs(said('x', 'a', 'One.')));
    await vi.advanceTimersByTimeAsync(700);
    expect(desk.device?.written.text.paragraphs[0]?.text).toBe('One.');
    expect(desk.stored).toBeNull();
    await vi.advanceTimersByTimeAsync(2000);
    expect(desk.stored?.paragraphs[0]?.id).toBe('x');
    expect([desk.device, desk.states.at(-1)]).toEqual([null, 'saved']);
  });

  it('sends what is newly done and nothing else', async () => {
    const { desk, write } = open(ONE);
    write(ONE.text, ['a', 'b']);
    await vi.advanceTimersByTimeAsync(3000);
    expect(desk.sent).toEqual([{ done: ['b'] }]);
  });

  it('stays open where the source changed meanwhile, and can be called done again', async () => {
    const { desk, saver, write } = open({ ...ONE, done: [] });
    desk.refused.add('a');
    write(ONE.text, ['a']);
    await vi.advanceTimersByTimeAsync(3000);
    expect([desk.inHand.done, saver.isClean()]).toEqual([[], true]);
    desk.refused.clear();
    write(ONE.text, ['a']);
    await vi.advanceTimersByTimeAsync(3000);
    expect(desk.stored?.done).toEqual(['a']);
  });

  it('is tried again by itself, and lost answers make no second text', async () => {
    const { desk, saver, write } = open(ONE);
    desk.trouble.push('lost', new ApiError('network', 'Network Error'));
    write(withParagraphs(said('x', 'a', 'One, changed.')));
    await vi.advanceTimersByTimeAsync(3000);
    expect(desk.states.at(-1)).toBe('failed');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([saver.isClean(), desk.conflicts, desk.stored?.version]).toEqual([true, [], 4]);
  });

  it('takes in what another window wrote in other rows', async () => {
    const { desk, saver, write } = open(ONE);
    desk.stored = draftOf(
      { text: withParagraphs(said('x', 'a', 'One.'), said('y', 'b', 'Two.')), done: ['a', 'b'] },
      4,
    );
    write(withParagraphs(said('x', 'a', 'One, mine.')));
    await vi.advanceTimersByTimeAsync(3000);
    expect(desk.stored.paragraphs.map(({ text }) => text)).toEqual(['One, mine.', 'Two.']);
    expect([saver.isClean(), desk.inHand.done, desk.conflicts]).toEqual([true, ['a', 'b'], []]);
  });

  it('keeps both texts of a row until one is chosen', async () => {
    const { desk, saver, write } = open(ONE);
    const theirs = { text: withParagraphs(said('x', 'a', 'Theirs.')), done: ['a'] };
    desk.stored = draftOf(theirs, 4);
    write(withParagraphs(said('x', 'a', 'Mine.')));
    await vi.advanceTimersByTimeAsync(3000);
    expect([desk.states.at(-1), desk.stored.version]).toEqual(['conflict', 4]);
    expect(desk.device).toMatchObject({ written: { text: { paragraphs: [{ text: 'Mine.' }] } } });
    const { clashes } = mergeTexts(ONE.text, desk.inHand.text, theirs.text);
    expect(clashes).toHaveLength(1);
    saver.resolve(desk.stored, []);
    await vi.advanceTimersByTimeAsync(100);
    expect([desk.stored.paragraphs[0]?.text, saver.state]).toEqual(['Mine.', 'saved']);
  });

  it('holds back what is too long, and saves the rest', async () => {
    const { desk, write } = open(ONE);
    write({ ...withParagraphs(said('x', 'a', 'One more.')), fields: { ...EMPTY_TEXT.fields, title: 'x'.repeat(101) } });
    await vi.advanceTimersByTimeAsync(3000);
    expect(desk.sent.map((changes) => Object.keys(changes))).toEqual([['paragraphs']]);
    expect(desk.states.at(-1)).toBe('held');
  });
});
