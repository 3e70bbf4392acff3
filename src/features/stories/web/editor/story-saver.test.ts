import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/api/client.ts';
import { draft, forms, noAnswer, salt, setUp } from './story-saver.test-kit.ts';

const { blankValues, modeChosen } = forms;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms = 5000) => vi.advanceTimersByTimeAsync(ms);

describe('a new story', () => {
  it('stays on the device until its first step is left, then is created once and saved as it grows', async () => {
    const { saver, ports, stored, kept } = setUp();
    saver.change({ description: 'About salt.' });
    await pass();
    expect(ports.create).not.toHaveBeenCalled();
    expect(saver.get()).toMatchObject({ kind: 'device', draft: null });
    expect(kept()).toMatchObject({ values: { description: 'About salt.' }, version: null });
    expect(await saver.flush()).toBe(false);
    expect(ports.create).not.toHaveBeenCalled();
    saver.change({ title: 'S', ...modeChosen(saver.get().values, 'relay') });
    saver.change({ title: 'Salt', ...modeChosen(saver.get().values, 'solo') });
    await pass(60_000);
    // The mode can’t be changed once the story is created, so until then a slip does no harm.
    expect(ports.create).not.toHaveBeenCalled();
    expect(kept()).toMatchObject({ values: { title: 'Salt', mode: 'solo' }, version: null });
    expect(await saver.flush()).toBe(true);
    expect(ports.create).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ title: 'Salt', description: 'About salt.' }),
      'key-1',
    );
    expect(saver.get()).toMatchObject({ kind: 'saved', draft: { id: '7' } });
    expect(kept()).toBeNull();
    saver.change({ categories: ['drama'] });
    await pass();
    expect(stored()).toMatchObject({ categories: ['drama'], version: 2 });
  });

  it('is not created twice if the response is lost: the same call is retried, then the rest', async () => {
    const { saver, ports, stored, kept } = setUp();
    ports.create.mockRejectedValueOnce(noAnswer());
    saver.change(salt);
    await saver.flush();
    expect(saver.get().kind).toBe('offline');
    expect(kept()?.creation?.key).toBe('key-1');
    saver.change({ title: 'Salt Tax' });
    saver.retry();
    await pass();
    expect(ports.create.mock.calls).toEqual([
      [expect.objectContaining({ title: 'Salt' }), 'key-1'],
      [expect.objectContaining({ title: 'Salt' }), 'key-1'],
    ]);
    expect(stored()).toMatchObject({ title: 'Salt Tax' });
  });

  it('continues after the page was closed', async () => {
    const values = { ...blankValues('en'), ...salt, title: 'Salt Tax' };
    const creation = { key: 'earlier', input: { title: 'Salt', mode: 'solo' as const } };
    const { ports, stored } = setUp({ kept: { values, version: null, creation } });
    await pass();
    expect(ports.create).toHaveBeenCalledExactlyOnceWith(creation.input, 'earlier');
    expect(stored()).toMatchObject({ title: 'Salt Tax' });
  });

  it('keeps the mode that was sent if another one was chosen before the response', async () => {
    const { saver, ports } = setUp();
    ports.create.mockRejectedValueOnce(noAnswer());
    saver.change(salt);
    await saver.flush();
    saver.change(modeChosen(saver.get().values, 'relay'));
    await pass();
    expect(saver.get()).toMatchObject({ kind: 'saved', draft: { mode: 'solo' }, values: { mode: 'solo' } });
  });

  it('waits on the device until the author continues', async () => {
    const values = { ...blankValues('en'), ...salt };
    const { saver, ports } = setUp({ kept: { values, version: null, creation: null } });
    await pass(60_000);
    expect(ports.create).not.toHaveBeenCalled();
    expect(await saver.flush()).toBe(true);
    expect(ports.create).toHaveBeenCalledOnce();
  });

  it('retries with a new key after a refusal', async () => {
    const { saver, ports } = setUp();
    ports.create.mockRejectedValueOnce(new ApiError('too_many_drafts', 'Too many', { status: 409 }));
    saver.change(salt);
    await saver.flush();
    expect(saver.get()).toMatchObject({ kind: 'failed', failure: { message: 'Too many' } });
    saver.change({ title: 'Salt Tax' });
    await saver.flush();
    expect(ports.create).toHaveBeenLastCalledWith(expect.objectContaining({ title: 'Salt Tax' }), 'key-2');
  });
});

describe('creating a story without a response', () => {
  it('keeps its key if the session ends', async () => {
    const { saver, ports } = setUp();
    ports.create.mockRejectedValueOnce(noAnswer());
    ports.create.mockRejectedValueOnce(new ApiError('login_required', 'Log in', { status: 401 }));
    saver.change(salt);
    await pass(60_000);
    await saver.flush();
    await saver.flush();
    expect(saver.get()).toMatchObject({ kind: 'failed', failure: { message: 'Log in' } });
    await pass(60_000);
    expect(ports.create).toHaveBeenCalledTimes(2);
    saver.retry();
    await pass();
    expect(ports.create.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-1', 'key-1']);
    expect(saver.get()).toMatchObject({ kind: 'saved', draft: { id: '7' } });
  });

  it('is retried even if the form is blank again', async () => {
    const { saver, ports, stored } = setUp();
    ports.create.mockRejectedValueOnce(noAnswer());
    saver.change(salt);
    await saver.flush();
    saver.change(blankValues('en'));
    expect(await saver.flush()).toBe(true);
    expect(ports.create.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-1']);
    expect([stored()?.title, saver.get().draft?.id]).toEqual(['', '7']);
  });

  it('does not revert the response of another call', async () => {
    const { saver, ports, changeElsewhere } = setUp();
    const answer = ports.create.getMockImplementation()!;
    ports.create.mockImplementationOnce(async (...input) => {
      const begun = await answer(...input);
      saver.adopt(changeElsewhere({ coverUploaded: true }));
      return begun;
    });
    saver.change(salt);
    expect(await saver.flush()).toBe(true);
    expect(saver.get().draft).toMatchObject({ version: 2, coverUploaded: true });
  });
});

describe('saving', () => {
  it('is retried after a conflict that changed no text', async () => {
    const { saver, ports, stored } = setUp({ draft });
    ports.update.mockRejectedValueOnce(new ApiError('conflict', 'Busy', { status: 409 }));
    saver.change({ title: 'Salt Tax' });
    expect(await saver.flush()).toBe(false);
    expect(saver.get()).toMatchObject({ kind: 'failed', conflict: null });
    await pass();
    expect([stored()?.title, saver.get().kind]).toEqual(['Salt Tax', 'saved']);
  });

  it('fails and reports an error that is not an API error', async () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const { saver, ports, stored, kept } = setUp({ draft });
    const fault = new TypeError('Broken');
    ports.update.mockRejectedValueOnce(fault);
    saver.change({ title: 'Salt Tax' });
    expect(await saver.flush()).toBe(false);
    expect(report).toHaveBeenCalledExactlyOnceWith(fault);
    expect([saver.get().kind, kept()?.values.title]).toEqual(['failed', 'Salt Tax']);
    saver.change({ title: 'Salt Taxes' });
    await pass();
    expect([stored()?.title, saver.get().kind]).toEqual(['Salt Taxes', 'saved']);
    vi.unstubAllGlobals();
  });

  it('does not claim to be on a device that can’t store it', async () => {
    const { saver, device } = setUp();
    device.isFull = true;
    saver.change(salt);
    await pass();
    expect([saver.get().kind, saver.isKept()]).toEqual(['none', false]);
    device.isFull = false;
    saver.change({ title: 'Salt Tax' });
    await pass();
    expect([saver.get().kind, saver.isKept()]).toEqual(['device', true]);
    device.isFull = true;
    saver.change({ title: 'Salt Taxes' });
    await pass();
    expect([saver.get().kind, saver.isKept()]).toEqual(['none', false]);
  });

  it('happens after a pause in typing, one call at a time', async () => {
    const { saver, ports } = setUp({ draft });
    for (let i = 0; i < 10; i += 1) {
      saver.change({ title: `Salt ${i}` });
      await pass(500);
    }
    expect(ports.update).not.toHaveBeenCalled();
    await pass();
    expect(ports.update).toHaveBeenCalledExactlyOnceWith({ storyId: '7', version: 1, title: 'Salt 9' });
  });

  it('follows with what was typed during a save', async () => {
    const { saver, ports, stored } = setUp({ draft });
    const answer = ports.update.getMockImplementation()!;
    ports.update.mockImplementationOnce(async (input) => {
      saver.change({ description: 'More.' });
      return answer(input);
    });
    saver.change({ title: 'Salt Tax' });
    await saver.flush();
    expect(stored()).toMatchObject({ title: 'Salt Tax', description: 'More.' });
  });

  it('keeps on the device what can’t be saved yet, and says so', async () => {
    const { saver, ports, kept } = setUp({ draft });
    saver.change({ title: 'x'.repeat(90) });
    expect(await saver.flush()).toBe(false);
    expect(ports.update).not.toHaveBeenCalled();
    expect(saver.get().kind).toBe('device');
    expect(kept()?.values.title).toHaveLength(90);
  });

  it('retries by itself with growing delays while there is no response', async () => {
    const { saver, ports } = setUp({ draft });
    ports.update.mockRejectedValue(noAnswer());
    saver.change({ title: 'Salt Tax' });
    await pass(1500);
    expect(saver.get().kind).toBe('offline');
    await pass(3000);
    await pass(6000);
    expect(ports.update).toHaveBeenCalledTimes(3);
  });

  it('accepts a number with spaces', async () => {
    const { saver, stored } = setUp({ draft });
    saver.change({ maxUnits: '6 000' });
    expect(await saver.flush()).toBe(true);
    expect([stored()?.maxUnits, saver.get().kind]).toEqual([6000, 'saved']);
  });

  it('is retried by the next change if it was refused after a lost response', async () => {
    const { saver, ports, stored } = setUp({ draft });
    ports.update.mockRejectedValueOnce(noAnswer());
    ports.update.mockRejectedValueOnce(new ApiError('story_in_review', 'In review', { status: 409 }));
    saver.change({ title: 'Salt Tax' });
    await pass(60_000);
    expect(ports.update).toHaveBeenCalledTimes(2);
    expect(saver.get()).toMatchObject({ kind: 'failed', failure: { message: 'In review' } });
    saver.change({ title: 'Salt Taxes' });
    await pass();
    expect([stored()?.title, saver.get().kind, saver.get().failure]).toEqual(['Salt Taxes', 'saved', null]);
  });

  it('keeps the form that was left during a save on top of that save', async () => {
    const { saver, ports, kept } = setUp({ draft });
    const answer = ports.update.getMockImplementation()!;
    ports.update.mockImplementationOnce(async (input) => {
      saver.change({ description: 'More.' });
      saver.stop();
      return answer(input);
    });
    saver.change({ title: 'Salt Tax' });
    await pass(60_000);
    expect(kept()).toMatchObject({ values: { description: 'More.' }, version: 2 });
  });

  it('ignores a response that arrives after a later one', async () => {
    const { saver, ports, changeElsewhere } = setUp({ draft });
    const answer = ports.update.getMockImplementation()!;
    ports.update.mockImplementationOnce(async (input) => {
      const saved = await answer(input);
      saver.adopt(changeElsewhere({ coverUploaded: true }));
      return saved;
    });
    saver.change({ title: 'Salt Tax' });
    await pass();
    expect(saver.get()).toMatchObject({ kind: 'saved', draft: { version: 3, coverUploaded: true, title: 'Salt Tax' } });
    expect(ports.update).toHaveBeenCalledOnce();
  });

  it('shows the errors of refused fields until they are changed', async () => {
    const { saver, ports } = setUp({ draft });
    ports.update.mockRejectedValueOnce(new ApiError('invalid_input', 'no', { status: 400, fields: { title: 'Bad.' } }));
    saver.change({ title: 'Salt Tax' });
    await pass();
    expect(saver.get().refused).toEqual({ title: 'Bad.' });
    saver.change({ title: 'Salt Tax 2' });
    expect(saver.get().refused).toEqual({});
  });
});
