import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '#core/errors.ts';
import { CHAPTER_FIELDS } from '#features/fields.ts';
import { ApiError } from '#web/api/client.ts';
import { type ChapterDraft, chapterApi } from '../../contract.ts';
import { withBlockIds } from '../../model/block-ids.ts';
import { type ChapterDocument, documentFromPlain, textBlocks } from '../../model/document.ts';
import { createDraftSaver, type SaveState } from './draft-saver.ts';
import { chapterForms, type Written } from './written.ts';

const forms = chapterForms(CHAPTER_FIELDS);
const { afterSave, nothing, writtenOf } = forms;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const text = (plain: string): ChapterDocument => documentFromPlain(plain);
let ids = 0;
const random = (count: number) => Uint8Array.from({ length: count }, () => (ids = (ids * 31 + 7) % 251));

function draftOf({ document, ...fields }: Written, version: number, id = '7'): ChapterDraft {
  return {
    id,
    storyId: '1',
    status: 'draft',
    editStatus: null,
    takenDown: false,
    number: null,
    parentId: null,
    ...fields,
    content: withBlockIds(document, random),
    units: 0,
    version,
    savedAt: '2026-01-01T00:00:00Z',
    review: null,
    can: { edit: true, submit: true, withdraw: false, takeDown: false, delete: true, discardEdit: false },
  };
}

const refusal = (code: ErrorCode, status = 409) => new ApiError(code, code, { status });
const noAnswer = () => new ApiError('network', 'Network Error');

/** A saver with a server that can be made to fail, and a device that keeps what it is given. */
function open(start: ChapterDraft | null = null) {
  const desk = {
    hasJoined: true,
    inHand: start ? writtenOf(start) : nothing,
    stored: start,
    device: null as Written | null,
    states: [] as SaveState[],
    conflicts: [] as ChapterDraft[],
    versions: [] as string[],
    creations: 0,
    calls: 0,
    /** What happens instead of the next responses. `lost` does the work and loses the response. */
    trouble: [] as ('lost' | Error)[],
    online: true,
    full: false,
  };
  const answer = async (work: () => ChapterDraft): Promise<ChapterDraft> => {
    desk.calls += 1;
    await Promise.resolve();
    const trouble = desk.trouble.shift();
    if (trouble instanceof Error) throw trouble;
    const done = work();
    if (trouble === 'lost') throw noAnswer();
    return done;
  };
  const saver = createDraftSaver(forms, {
    draft: start,
    read: () => desk.inHand,
    checkpoint: () => null,
    keep: (written) => {
      if (desk.full) return false;
      desk.device = written;
      return true;
    },
    isOnline: () => desk.online,
    mayBegin: () => desk.hasJoined,
    calls: {
      create: () =>
        answer(() => {
          desk.creations += desk.stored ? 0 : 1;
          desk.stored ??= draftOf(nothing, 1);
          return desk.stored;
        }),
      update: ({ version }, changes, { keepPresent }) =>
        answer(() => {
          const { stored } = desk;
          if (!stored || stored.version !== version)
            throw new ApiError('chapter_changed', 'changed', { status: 409, details: { current: stored } });
          if (keepPresent) desk.versions.push(stored.title);
          desk.stored = draftOf(writtenOf({ ...stored, ...changes }), version + 1);
          return desk.stored;
        }),
    },
    on: {
      state: (state) => desk.states.push(state),
      saved: () => {},
      conflict: (current) => desk.conflicts.push(current),
    },
  });
  const write = (change: Partial<Written>) => {
    desk.inHand = { ...desk.inHand, ...change };
    saver.changed();
  };
  return { desk, saver, write };
}

const started = () =>
  open(draftOf({ ...nothing, title: 'One', summary: 'Two', choice: '', document: text('Three.') }, 3));

describe('written text', () => {
  it('is on the device within a second of a pause and on the server within five', async () => {
    const { desk, write } = open();
    write({ title: 'First' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(desk.device?.title).toBe('First');
    expect(desk.states).toEqual(['device']);
    await vi.advanceTimersByTimeAsync(4000);
    expect(desk.stored?.title).toBe('First');
    expect(desk.states.at(-1)).toBe('saved');
    expect(desk.device, 'let go of, as the server has it').toBeNull();
  });

  it('is kept even without a pause in typing', async () => {
    const { desk, write } = open();
    for (let i = 0; i < 30; i += 1) {
      write({ title: `t${i}` });
      await vi.advanceTimersByTimeAsync(200);
    }
    expect(desk.stored).not.toBeNull();
  });

  it('creates one chapter, even if the response is lost', async () => {
    const { desk, write } = open();
    desk.trouble = ['lost', 'lost'];
    write({ title: 'First' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(desk.creations).toBe(1);
    expect(desk.stored?.title).toBe('First');
    expect(desk.conflicts).toEqual([]);
  });

  it('is not sent if it is unchanged', async () => {
    const { desk, write } = started();
    write({ title: ' One  ' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(desk.calls).toBe(0);
    expect(desk.states).toEqual([]);
  });

  it('creates no chapter if it is empty', async () => {
    const { desk, write, saver } = open();
    write({ title: ' ' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await saver.flush()).toBe(true);
    expect(desk.calls).toBe(0);
  });

  it('keeps being saved if it changes during a save', async () => {
    const { desk, write, saver } = started();
    write({ title: 'a' });
    const saving = saver.flush();
    write({ title: 'b' });
    await saving;
    await vi.advanceTimersByTimeAsync(5000);
    expect(desk.stored?.title).toBe('b');
    expect(desk.states.at(-1)).toBe('saved');
  });
});

describe('without a server', () => {
  it('stays on the device and continues by itself', async () => {
    const { desk, write } = started();
    desk.trouble = [noAnswer(), noAnswer()];
    write({ title: 'Kept' });
    await vi.advanceTimersByTimeAsync(3000);
    expect(desk.states.at(-1)).toBe('failed');
    expect(desk.device?.title).toBe('Kept');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(desk.states.at(-1)).toBe('saved');
    expect(desk.stored?.title).toBe('Kept');
  });

  it('says when the connection is lost, and retries right away when it is back', async () => {
    const { desk, write, saver } = started();
    desk.online = false;
    desk.trouble = [noAnswer()];
    write({ title: 'Kept' });
    await vi.advanceTimersByTimeAsync(3000);
    expect(desk.states.at(-1)).toBe('offline');
    desk.online = true;
    saver.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.states.at(-1)).toBe('saved');
  });

  it('a save with a lost response is no conflict', async () => {
    const { desk, write } = started();
    desk.trouble = ['lost'];
    write({ title: 'Twice' });
    await vi.advanceTimersByTimeAsync(3000);
    write({ title: 'Twice and on' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(desk.conflicts).toEqual([]);
    expect(desk.stored?.title).toBe('Twice and on');
  });

  it('doesn’t ask if the refusal contains no other text', async () => {
    const { desk, write } = started();
    desk.trouble = [refusal('chapter_changed')];
    write({ title: 'Kept' });
    await vi.advanceTimersByTimeAsync(3000);
    expect([desk.states.at(-1), desk.conflicts]).toEqual(['failed', []]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(desk.stored?.title).toBe('Kept');
  });

  it('waits while logged out, without repeated requests', async () => {
    const { desk, write, saver } = started();
    desk.trouble = [refusal('login_required', 401)];
    write({ title: 'Mine' });
    await vi.advanceTimersByTimeAsync(3000);
    write({ title: 'Mine, still' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(desk.states.at(-1)).toBe('signed_out');
    expect(desk.device?.title).toBe('Mine, still');
    expect(desk.calls).toBe(1);
    saver.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.stored?.title).toBe('Mine, still');
  });
});

describe('what cannot be saved', () => {
  it('a title that is too long is kept here while the text is saved', async () => {
    const { desk, write } = started();
    write({ title: 'x'.repeat(101), document: text('New.') });
    await vi.advanceTimersByTimeAsync(5000);
    expect(desk.states.at(-1)).toBe('held');
    expect(desk.stored?.title).toBe('One');
    expect(desk.stored?.content.content[0]).toMatchObject({ content: [{ text: 'New.' }] });
    expect(desk.device?.title).toHaveLength(101);
    write({ title: 'Short' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(desk.states.at(-1)).toBe('saved');
    expect(desk.device).toBeNull();
  });

  it('what the server refuses is not sent again unchanged', async () => {
    const { desk, write } = started();
    desk.trouble = [refusal('invalid_input', 400)];
    write({ title: 'Odd' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(desk.states.at(-1)).toBe('held');
    expect(desk.calls).toBe(1);
  });

  it.each(chapterApi.create.errors.filter((code) => code !== 'login_required' && code !== 'banned'))(
    'a chapter that can’t be created because of %s stays on the device, and isn’t tried again',
    async (code) => {
      const { desk, write } = open();
      desk.trouble = [refusal(code)];
      write({ title: 'First' });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(desk.states.at(-1)).toBe('closed');
      expect(desk.calls).toBe(1);
      expect(desk.device?.title).toBe('First');
    },
  );

  it('a text of someone who hasn’t joined stays on the device until they have', async () => {
    const { desk, saver, write } = open();
    desk.hasJoined = false;
    write({ title: 'First' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await saver.flush()).toBe(false);
    expect(desk.states).toEqual(['device']);
    expect(desk.calls).toBe(0);
    expect(desk.device?.title).toBe('First');
    desk.hasJoined = true;
    expect(await saver.flush()).toBe(true);
    expect(desk.stored?.title).toBe('First');
  });

  it('during a review it stays on the device', async () => {
    const { desk, write } = started();
    desk.trouble = [refusal('chapter_in_review')];
    write({ title: 'Late' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(desk.states.at(-1)).toBe('closed');
    expect(desk.device?.title).toBe('Late');
    expect(desk.calls).toBe(1);
  });
});

describe('two texts', () => {
  const clash = async () => {
    const room = started();
    room.desk.stored = draftOf(
      { ...nothing, title: 'Theirs', summary: 'Two', choice: '', document: text('Three.') },
      9,
    );
    room.write({ title: 'Mine' });
    await vi.advanceTimersByTimeAsync(5000);
    return room;
  };

  it('are both kept until one is chosen', async () => {
    const { desk, write, saver } = await clash();
    expect(desk.conflicts.map(({ title }) => title)).toEqual(['Theirs']);
    expect(saver.state).toBe('conflict');
    write({ title: 'Mine, and on' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(desk.stored?.title).toBe('Theirs');
    expect(desk.device?.title).toBe('Mine, and on');
  });

  it('also exist if the chapter was started elsewhere with a text', async () => {
    const { desk, write } = open();
    desk.stored = draftOf({ ...nothing, title: 'Theirs', summary: '', choice: '', document: text('Before.') }, 2);
    write({ title: 'Mine' });
    await vi.advanceTimersByTimeAsync(5000);
    expect([desk.conflicts.length, desk.stored.title, desk.device?.title]).toEqual([1, 'Theirs', 'Mine']);
  });

  it('choosing mine keeps the other as a version', async () => {
    const { desk, saver } = await clash();
    saver.resolve(desk.conflicts[0]!, []);
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.stored?.title).toBe('Mine');
    expect(desk.versions).toEqual(['Theirs']);
    expect(saver.state).toBe('saved');
    expect(desk.device).toBeNull();
  });

  it('choosing the other keeps mine as a version', async () => {
    const { desk, saver } = await clash();
    const mine = desk.inHand;
    desk.inHand = { ...mine, title: 'Theirs' };
    saver.resolve(desk.conflicts[0]!, [mine]);
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.stored?.title).toBe('Theirs');
    expect(desk.versions).toEqual(['Theirs', 'Mine']);
  });

  it('what was sent before a choice is forgotten after it', async () => {
    const { desk, write, saver } = await clash();
    saver.accept(desk.stored!);
    desk.inHand = writtenOf(desk.stored!);
    // By coincidence, another save has the text that was sent before the choice.
    desk.stored = draftOf({ ...writtenOf(desk.stored!), title: 'Mine' }, 10);
    write({ title: 'Third' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(desk.conflicts.map(({ title }) => title)).toEqual(['Theirs', 'Mine']);
  });

  it('a third change in between needs a new choice', async () => {
    const { desk, saver } = await clash();
    desk.stored = draftOf({ ...nothing, title: 'Third', summary: 'Two', choice: '', document: text('Three.') }, 12);
    saver.resolve(desk.conflicts[0]!, []);
    await vi.advanceTimersByTimeAsync(0);
    expect(desk.conflicts.map(({ title }) => title)).toEqual(['Theirs', 'Third']);
    expect(saver.state).toBe('conflict');
  });
});

it('another window may write: this one saves first and then stops', async () => {
  const { desk, write, saver } = started();
  write({ title: 'Before' });
  const stopped = saver.stop();
  await vi.advanceTimersByTimeAsync(0);
  await stopped;
  expect(desk.stored?.title).toBe('Before');
  expect(saver.state).toBe('passive');
});

it('sends nothing after it has ended, even if its last call found another text', async () => {
  const { desk, write, saver } = started();
  desk.trouble = ['lost'];
  write({ title: 'Mine' });
  await vi.advanceTimersByTimeAsync(2600);
  write({ title: 'Mine, and on' });
  const saved = saver.flush();
  saver.end();
  await saved;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([desk.calls, desk.stored?.title, desk.device?.title]).toEqual([2, 'Mine', 'Mine, and on']);
});

it('sends what was written during a save when the page is left', async () => {
  const { desk, write, saver } = started();
  write({ title: 'Mine' });
  const saved = saver.flush();
  write({ title: 'Mine, and on' });
  saver.leave();
  saver.end();
  await saved;
  await vi.advanceTimersByTimeAsync(0);
  expect([desk.stored?.title, desk.device]).toEqual(['Mine, and on', null]);
});

describe('the draft after a save', () => {
  const idsOf = ({ content }: ChapterDraft) => textBlocks(content).map((part) => part.attrs?.id);
  const answer = { version: 4, savedAt: '2026-01-01T00:01:00Z', units: 9, ids: null, language: null, edit: null };
  const before = draftOf({ ...nothing, title: 'One', summary: 'Two', choice: 'Go on', document: text('Three.') }, 3);

  it('has the sent fields over the previous ones, and the values from the server', () => {
    const [first] = idsOf(before);
    const sent = { type: 'doc' as const, content: [...before.content.content, ...text('Four.').content] };
    const after = afterSave(
      before,
      { title: ' A  new\u00A0title ', content: sent },
      { ...answer, ids: [first!, 'fresh'] },
    );
    expect(idsOf(after)).toEqual([first, 'fresh']);
    expect(after).toMatchObject({ id: '7', status: 'draft', title: 'A new title', summary: 'Two', choice: 'Go on' });
    expect(after).toMatchObject({ version: 4, savedAt: answer.savedAt, units: 9, can: before.can });
  });

  it('keeps its text if only a short field was sent, and knows the edit that the save started', () => {
    const can = { ...before.can, submit: true, discardEdit: true };
    const after = afterSave(
      { ...before, status: 'approved' },
      { summary: 'Other' },
      { ...answer, edit: { status: 'draft', can } },
    );
    expect(after).toMatchObject({ content: before.content, summary: 'Other', editStatus: 'draft', can });
  });
});
