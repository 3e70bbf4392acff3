import { vi } from 'vitest';
import { byName } from '#core/records.ts';
import { STORY_FIELDS } from '#features/fields.ts';
import { MODES } from '#features/modes.ts';
import { ApiError } from '#web/api/client.ts';
import type { StoryDraft } from '../../contract.ts';
import { fieldOf, type ShownFieldName, shownNames } from '../../model/story-field-list.ts';
import { storyForms } from './story-form.ts';
import { createStorySaver, type KeptForm, type SaverPorts } from './story-saver.ts';

/** The functions of the form for the writing modes of the site. */
export const forms = storyForms(MODES, STORY_FIELDS);
/** Story draft as the server returns it. */
export const draft: StoryDraft = {
  ...byName<Pick<StoryDraft, ShownFieldName>>(shownNames(STORY_FIELDS), (name) =>
    fieldOf(STORY_FIELDS, name).initial({ model: MODES.solo, language: 'en' }),
  ),
  id: '7',
  creatorId: '1',
  mode: 'solo',
  status: 'draft',
  editStatus: null,
  title: 'Salt',
  coverUrl: '/images/d-x.svg',
  coverUploaded: false,
  turnDays: null,
  contest: null,
  version: 1,
  savedAt: '2026-01-01T00:00:00.000Z',
  review: null,
};
/** Minimum form values for creating a story. */
export const salt = { title: 'Salt', ...forms.modeChosen(forms.blankValues('en'), 'solo') };
export const noAnswer = () => new ApiError('network', 'Network Error');

/** Creates a saver that talks to an in-memory server with a single story. */
export function setUp(start: { draft?: StoryDraft; kept?: KeptForm } = {}) {
  let stored = start.draft ?? null;
  let kept: KeptForm | null = start.kept ?? null;
  let keys = 0;
  const device = { isFull: false };
  const ports = {
    create: vi.fn<SaverPorts['create']>(async (input) => {
      stored = { ...draft, ...input, description: input.description ?? '' } as StoryDraft;
      return stored;
    }),
    update: vi.fn<SaverPorts['update']>(async ({ storyId: _, version, ...changes }) => {
      if (version !== stored?.version)
        throw new ApiError('conflict', 'changed', { status: 409, details: { current: stored } });
      stored = { ...stored, ...changes, version: stored!.version + 1 } as StoryDraft;
      return stored;
    }),
    keep: vi.fn((form: KeptForm | null) => {
      if (!device.isFull) kept = form;
      return !device.isFull;
    }),
    newKey: () => `key-${++keys}`,
  };
  const blank = forms.blankValues('en');
  const saver = createStorySaver(ports, { forms, draft: start.draft ?? null, kept: start.kept ?? null, blank });
  saver.sendKept();
  return {
    saver,
    ports,
    device,
    stored: () => stored,
    kept: () => kept,
    changeElsewhere: (changes: Partial<StoryDraft>) => {
      stored = { ...stored!, ...changes, version: stored!.version + 1 };
      return stored;
    },
  };
}
