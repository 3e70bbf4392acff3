import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoryDraft } from '../../contract.ts';
import { draft, forms, noAnswer, setUp } from './story-saver.test-kit.ts';
import type { KeptForm } from './story-saver.ts';
import type { StoryValues } from './story-values.ts';

const { valuesOf } = forms;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms = 5000) => vi.advanceTimersByTimeAsync(ms);

describe('a story that was changed elsewhere', () => {
  it('asks if the texts differ, saves nothing until the choice, and takes theirs', async () => {
    const { saver, changeElsewhere, stored } = setUp({ draft });
    const theirs = changeElsewhere({ title: 'Theirs' });
    saver.change({ title: 'Mine' });
    await pass();
    expect(saver.get()).toMatchObject({ conflict: { title: 'Theirs' }, values: { title: 'Mine' } });
    await pass(60_000);
    expect(stored()).toMatchObject({ title: 'Theirs' });
    saver.replace(theirs);
    expect(saver.get()).toMatchObject({ conflict: null, values: { title: 'Theirs' }, kind: 'saved' });
  });

  it('keeps mine', async () => {
    const { saver, changeElsewhere, stored } = setUp({ draft });
    changeElsewhere({ title: 'Theirs' });
    saver.change({ title: 'Mine' });
    await pass();
    saver.keepMine();
    await pass();
    expect(stored()).toMatchObject({ title: 'Mine' });
    expect(saver.get()).toMatchObject({ conflict: null, kind: 'saved' });
  });

  it('keeps mine, and the rules that were only changed elsewhere', async () => {
    const { saver, changeElsewhere, stored } = setUp({ draft });
    changeElsewhere({ title: 'Theirs', joinPolicy: 'open', minUnits: 200 });
    saver.change({ title: 'Mine', maxUnits: '7000' });
    await pass();
    saver.keepMine();
    await pass();
    expect(stored()).toMatchObject({ title: 'Mine', joinPolicy: 'open', minUnits: 200, maxUnits: 7000 });
    expect(saver.get()).toMatchObject({ conflict: null, kind: 'saved', values: { joinPolicy: 'open' } });
  });

  it('waits for the choice even if a pending save completes', async () => {
    const { saver, ports, changeElsewhere } = setUp({ draft });
    const answer = ports.update.getMockImplementation()!;
    ports.update.mockImplementationOnce(async (input) => {
      const saved = await answer(input);
      saver.adopt(changeElsewhere({ title: 'Theirs' }));
      return saved;
    });
    saver.change({ title: 'Mine' });
    expect(await saver.flush()).toBe(false);
    expect(saver.get()).toMatchObject({ kind: 'device', conflict: { title: 'Theirs' }, values: { title: 'Mine' } });
  });

  it('is taken over if nothing was typed', async () => {
    const { saver, changeElsewhere, ports } = setUp({ draft });
    saver.adopt(changeElsewhere({ title: 'Theirs', coverUploaded: true }));
    await pass();
    expect(saver.get()).toMatchObject({ kind: 'saved', conflict: null, values: { title: 'Theirs' } });
    expect(ports.update).not.toHaveBeenCalled();
  });

  it('is no conflict if only the cover differs', async () => {
    const { saver, changeElsewhere, stored } = setUp({ draft });
    changeElsewhere({ coverUploaded: true });
    saver.change({ title: 'Mine' });
    await pass();
    expect(saver.get().conflict).toBeNull();
    expect(stored()).toMatchObject({ title: 'Mine', coverUploaded: true });
  });

  it('takes over rules that were only changed elsewhere', async () => {
    const { saver, changeElsewhere, stored } = setUp({ draft });
    changeElsewhere({ joinPolicy: 'open', minUnits: 200, maxUnits: 6000 });
    saver.change({ title: 'Mine', maxUnits: '7000' });
    await pass();
    expect(stored()).toMatchObject({ title: 'Mine', joinPolicy: 'open', minUnits: 200, maxUnits: 7000 });
    expect(saver.get()).toMatchObject({
      conflict: null,
      kind: 'saved',
      values: { joinPolicy: 'open', minUnits: '200' },
    });
  });

  it('is no conflict if two windows changed different fields', async () => {
    const { saver, changeElsewhere, stored } = setUp({ draft });
    changeElsewhere({ title: 'Theirs' });
    saver.change({ description: 'Mine' });
    await pass();
    expect(saver.get()).toMatchObject({
      conflict: null,
      kind: 'saved',
      values: { title: 'Theirs', description: 'Mine' },
    });
    expect(stored()).toMatchObject({ title: 'Theirs', description: 'Mine' });
  });

  it('asks about the field that both changed, and takes over the others', async () => {
    const { saver, changeElsewhere, stored } = setUp({ draft });
    changeElsewhere({ title: 'Theirs', description: 'Theirs too' });
    saver.change({ title: 'Mine' });
    await pass();
    expect(saver.get()).toMatchObject({
      conflict: { title: 'Theirs' },
      values: { title: 'Mine', description: 'Theirs too' },
    });
    saver.keepMine();
    await pass();
    expect(stored()).toMatchObject({ title: 'Mine', description: 'Theirs too' });
  });

  it('asks if the response of another call reveals it', async () => {
    const { saver, changeElsewhere, stored } = setUp({ draft });
    saver.change({ title: 'Mine' });
    changeElsewhere({ title: 'Theirs' });
    saver.adopt(changeElsewhere({ coverUploaded: true }));
    await pass();
    expect(saver.get()).toMatchObject({ conflict: { title: 'Theirs' }, values: { title: 'Mine' } });
    expect(stored()).toMatchObject({ title: 'Theirs' });
  });

  describe('while the device has a kept form', () => {
    const keptOver = (base: StoryValues | undefined, changes: Partial<StoryValues>): KeptForm => ({
      values: { ...valuesOf(draft), ...changes },
      version: 1,
      ...(base ? { base } : {}),
      creation: null,
    });
    const now = { ...draft, title: 'Theirs', version: 2 };

    it.each([['with', valuesOf(draft)] as const, ['without', undefined] as const])(
      'asks, and keeps the form until then, %s its base values',
      async (_, base) => {
        const kept = keptOver(base, { title: 'Mine' });
        const { saver, kept: keptNow } = setUp({ draft: now, kept });
        await pass();
        expect(saver.get()).toMatchObject({ conflict: now, values: { title: 'Mine' } });
        saver.stop();
        expect(keptNow()).toMatchObject(kept);
        const again = setUp({ draft: now, kept: keptNow()! });
        await pass();
        expect(again.saver.get()).toMatchObject({ conflict: now, values: { title: 'Mine' } });
      },
    );

    it('doesn’t ask if the story is unchanged', async () => {
      const { saver, stored } = setUp({ draft, kept: keptOver(valuesOf(draft), { title: 'Mine' }) });
      await pass();
      expect(saver.get()).toMatchObject({ conflict: null, values: { title: 'Mine' } });
      expect(stored()).toMatchObject({ title: 'Mine' });
    });

    it('keeps what was only changed elsewhere', async () => {
      const changed: StoryDraft = { ...draft, joinPolicy: 'open', minUnits: 200, version: 2 };
      const { saver, stored } = setUp({ draft: changed, kept: keptOver(valuesOf(draft), { maxUnits: '7000' }) });
      await pass();
      expect(stored()).toMatchObject({ joinPolicy: 'open', minUnits: 200, maxUnits: 7000 });
      expect(saver.get()).toMatchObject({ conflict: null, kind: 'saved', values: { joinPolicy: 'open' } });
    });

    it('keeps the base values', async () => {
      const { saver, ports, kept } = setUp({ draft });
      ports.update.mockRejectedValue(noAnswer());
      saver.change({ title: 'Mine' });
      await pass();
      expect(kept()).toMatchObject({ values: { title: 'Mine' }, version: 1, base: { title: 'Salt' } });
    });
  });
});
