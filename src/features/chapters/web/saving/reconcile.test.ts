import { describe, expect, it } from 'vitest';
import { CHAPTER_FIELDS } from '#features/fields.ts';
import { documentFromPlain } from '../../model/document.ts';
import type { DeviceDraft } from './device-drafts.ts';
import { reconcile } from './reconcile.ts';
import { chapterForms, savable, type Written } from './written.ts';

const forms = chapterForms(CHAPTER_FIELDS);
const { changesSince, isBlank, isSameText, nothing, unsavable } = forms;

const written = (title: string, text = ''): Written => ({
  ...nothing,
  title,
  document: documentFromPlain(text),
});
const kept = (page: string, at: string, text: Written): DeviceDraft => ({
  page,
  at,
  base: 1,
  createKey: 'key',
  written: text,
});
const NOBODY = new Set<string>();

describe('texts kept on the device', () => {
  const server = written('Server', 'Saved.');

  it('offers the newest that the server doesn’t have', () => {
    const older = kept('a', '2026-01-01T10:00:00Z', written('Older'));
    const newer = kept('b', '2026-01-02T10:00:00Z', written('Newer'));
    expect(reconcile(forms, [older, newer], server, NOBODY)).toEqual({ restore: null, offer: newer, forget: [] });
  });

  it('forgets what the server has, ignoring outer white space', () => {
    const same = kept('a', '2026-01-01T10:00:00Z', written(' Server ', 'Saved.'));
    expect(reconcile(forms, [same], server, NOBODY)).toEqual({ restore: null, offer: null, forget: [same] });
  });

  it('leaves texts of other windows alone', () => {
    const theirs = kept('open', '2026-01-01T10:00:00Z', written('Theirs'));
    expect(reconcile(forms, [theirs], server, new Set(['open']))).toEqual({ restore: null, offer: null, forget: [] });
  });

  it('continues right away if the server has nothing', () => {
    const mine = kept('a', '2026-01-01T10:00:00Z', written('Mine'));
    for (const empty of [null, nothing, written('  ')])
      expect(reconcile(forms, [mine], empty, NOBODY)).toEqual({ restore: mine, offer: null, forget: [] });
  });

  it('offers nothing if nothing was written', () => {
    const blank = kept('a', '2026-01-01T10:00:00Z', nothing);
    expect(reconcile(forms, [blank], null, NOBODY)).toEqual({ restore: null, offer: null, forget: [blank] });
  });
});

describe('written text', () => {
  it('is blank while there is nothing to lose', () => {
    expect(isBlank(nothing)).toBe(true);
    expect(isBlank(written('', '***'))).toBe(false);
    expect(isBlank({ ...nothing, document: documentFromPlain('a') })).toBe(false);
  });

  it('is compared as the server stores it', () => {
    expect(isSameText(written('A  title '), written('A title'))).toBe(true);
    expect(isSameText(written('Cafe\u0301'), written('Café'))).toBe(true);
    expect(isSameText(written('A', 'x'), written('A', 'y'))).toBe(false);
  });

  it('is sent as changes', () => {
    expect(changesSince(written('A', 'x'), written('A ', 'x'))).toBeNull();
    expect(changesSince(written('A', 'x'), written('B', 'x'))).toEqual({ title: 'B' });
    expect(changesSince(written('A', 'x'), written('A', 'y'))).toEqual({ content: documentFromPlain('y') });
  });

  it('is measured as the server does', () => {
    expect(unsavable(written('t'.repeat(100), 'x'))).toEqual({});
    expect(unsavable(written('t'.repeat(103)))).toEqual({
      title: { code: 'chapter_title_too_long', params: { max: 100, over: 3 } },
    });
    expect(unsavable({ ...nothing, summary: '字'.repeat(501) }).summary).toEqual({
      code: 'summary_too_long',
      params: { max: 500, over: 1 },
    });
    expect(unsavable(written('', 'word '.repeat(20_001))).content).toMatchObject({ code: 'content_too_many_units' });
    expect(savable({ title: 'x', summary: 'y' }, { title: { code: 'z' } })).toEqual({ summary: 'y' });
    expect(savable({ title: 'x' }, { title: { code: 'z' } })).toBeNull();
  });
});
