import { describe, expect, it } from 'vitest';
import type { StoryDraft } from '../../contract.ts';
import { draft as begunDraft, forms } from './story-saver.test-kit.ts';
import { type StoryValues, toggled } from './story-values.ts';
import { wholeNumber } from './whole-number.ts';

const { blankValues, changesOf, completed, creationOf, differentTexts, differs, modeChosen, problemsOf, valuesOf } =
  forms;

const draft: StoryDraft = {
  ...begunDraft,
  title: 'Salt Tax',
  description: 'About salt.',
  categories: ['drama'],
  version: 3,
};
const values = (changes: Partial<StoryValues> = {}): StoryValues => ({ ...valuesOf(draft), ...changes });
const codes = (changes: Partial<StoryValues>) =>
  Object.fromEntries(Object.entries(problemsOf(values(changes))).map(([field, { code }]) => [field, code]));

describe('problems of the form', () => {
  it('has none for a complete story', () => expect(problemsOf(values())).toEqual({}));

  it.each<[Partial<StoryValues>, Record<string, string>]>([
    [{ title: ' \n' }, { title: 'title_empty' }],
    [{ title: 'x'.repeat(81) }, { title: 'title_too_long' }],
    [{ description: '' }, { description: 'description_empty' }],
    [{ description: 'x'.repeat(596) }, { description: 'description_too_long' }],
    [{ mode: null }, { mode: 'mode_empty' }],
    [{ categories: [] }, { categories: 'categories_empty' }],
    [{ minUnits: 'ten' }, { minUnits: 'units_whole_number' }],
    [{ minUnits: '49' }, { minUnits: 'units_bounds' }],
    [{ maxUnits: '20001' }, { maxUnits: 'units_bounds' }],
    [{ minUnits: '3000', maxUnits: '300' }, { maxUnits: 'units_order' }],
    [{ minUnits: '300', maxUnits: '300' }, { maxUnits: 'units_order' }],
  ])('%j', (changes, expected) => expect(codes(changes)).toEqual(expected));

  it('says how much is too much', () =>
    expect(problemsOf(values({ description: 'x'.repeat(596) })).description?.params).toEqual({ max: 500, over: 96 }));
});

it('choosing a mode sets its rules, but keeps custom chapter lengths', () => {
  const blank = blankValues('en');
  const lengths = { minUnits: '300', maxUnits: '3000' };
  const relay = { ...blank, ...modeChosen(blank, 'relay') };
  expect(relay).toMatchObject({
    ...lengths,
    mode: 'relay',
    joinPolicy: 'applications',
    participantLimit: '6',
    turnDays: '7',
  });
  const branch = modeChosen(relay, 'branch');
  expect(branch).toMatchObject({
    minUnits: '100',
    maxUnits: '5000',
    joinPolicy: 'open',
    participantLimit: '',
    turnDays: '',
  });
  expect(modeChosen({ ...relay, minUnits: '400' }, 'solo')).toMatchObject({
    mode: 'solo',
    minUnits: '400',
    maxUnits: '3000',
    joinPolicy: 'invite_only',
  });
});

describe('the rules of a relay', () => {
  const relay: StoryDraft = { ...draft, mode: 'relay', joinPolicy: 'applications', participantLimit: 6, turnDays: 7 };
  const typed = (changes: Partial<StoryValues>) => ({ ...valuesOf(relay), ...changes });

  it.each<[Partial<StoryValues>, object]>([
    [{ joinPolicy: 'open' }, { joinPolicy: 'open' }],
    [{ participantLimit: '20' }, { participantLimit: 20 }],
    [{ turnDays: '14' }, { turnDays: 14 }],
  ])('%j', (changes, expected) => expect(changesOf(typed(changes), valuesOf(relay))).toEqual(expected));

  it.each(['1', '21', 'six', ''])('refuses a limit of %j writers', (participantLimit) => {
    expect(problemsOf(typed({ participantLimit }))).toHaveProperty('participantLimit');
    expect(changesOf(typed({ participantLimit, turnDays: '1' }), valuesOf(relay))).toEqual({ turnDays: 1 });
  });

  it('are added to forms that were kept before these rules existed', () => {
    const { joinPolicy: _, participantLimit: __, turnDays: ___, ...old } = typed({ title: 'Kept' });
    expect(completed(old)).toEqual(typed({ title: 'Kept' }));
  });

  it('keep the join policy of a form in which an earlier version called it `joining`', () => {
    const { joinPolicy: _, ...old } = typed({ title: 'Kept' });
    expect(completed({ ...old, joining: 'invite_only' })).toEqual(typed({ title: 'Kept', joinPolicy: 'invite_only' }));
  });

  it('are read from forms in which an earlier version kept numbers and null', () => {
    const kept = JSON.parse(JSON.stringify({ ...typed({ title: 'Kept' }), turnDays: 3, minParticipants: null }));
    expect(completed(kept)).toEqual(typed({ title: 'Kept', turnDays: '3' }));
  });
});

describe('the rules of a competition', () => {
  const contest: StoryDraft = {
    ...draft,
    mode: 'competition',
    joinPolicy: 'open',
    participantLimit: 50,
    contest: { writingHours: 72, votingHours: 48, minParticipants: 3 },
  };
  const typed = (changes: Partial<StoryValues>) => ({ ...valuesOf(contest), ...changes });

  it('come and go with the mode', () => {
    const chosen = { ...blankValues('en'), ...modeChosen(blankValues('en'), 'competition') };
    expect(chosen).toMatchObject({
      writingHours: '72',
      votingHours: '48',
      minParticipants: '3',
      participantLimit: '50',
    });
    expect(modeChosen(chosen, 'branch')).toMatchObject({ writingHours: '', votingHours: '', minParticipants: '' });
  });

  it.each<[Partial<StoryValues>, object]>([
    [{ writingHours: '720' }, { writingHours: 720 }],
    [{ votingHours: ' 1 ' }, { votingHours: 1 }],
    [
      { minParticipants: '6', participantLimit: '6' },
      { minParticipants: 6, participantLimit: 6 },
    ],
  ])('%j', (changes, expected) => {
    expect(problemsOf(typed(changes))).toEqual({});
    expect(changesOf(typed(changes), valuesOf(contest))).toEqual(expected);
  });

  it.each<[Partial<StoryValues>, Record<string, string>]>([
    [{ writingHours: '721' }, { writingHours: 'hours_bounds' }],
    [{ writingHours: '0' }, { writingHours: 'hours_bounds' }],
    [{ votingHours: '337' }, { votingHours: 'hours_bounds' }],
    [{ votingHours: 'two' }, { votingHours: 'units_whole_number' }],
    [{ minParticipants: '1' }, { minParticipants: 'participants_bounds' }],
    [{ minParticipants: '51' }, { minParticipants: 'participants_bounds' }],
    [{ participantLimit: '2' }, { minParticipants: 'participants_bounds' }],
    [
      { minUnits: '20000', maxUnits: '20000' },
      { minUnits: 'units_bounds', maxUnits: 'units_order' },
    ],
  ])('refuses %j and saves the rest', (changes, expected) => {
    const problems = problemsOf(typed(changes));
    expect(Object.fromEntries(Object.entries(problems).map(([field, { code }]) => [field, code]))).toEqual(expected);
    expect(changesOf(typed({ ...changes, title: 'New' }), valuesOf(contest))).toEqual({ title: 'New' });
  });
});

describe('what a save changes', () => {
  it('has no changes if only outer white space differs', () => {
    expect(changesOf(values({ title: 'Salt Tax  ', description: 'About salt.\n' }), valuesOf(draft))).toBeNull();
    expect(differs(values({ title: 'Salt Tax ' }), valuesOf(draft))).toBe(false);
  });

  it.each<[Partial<StoryValues>, object]>([
    [{ title: 'Salt' }, { title: 'Salt' }],
    [{ description: '' }, { description: '' }],
    [{ categories: ['drama', 'comedy'] }, { categories: ['drama', 'comedy'] }],
    [
      { language: 'de', progress: 'paused' },
      { language: 'de', progress: 'paused' },
    ],
    [{ minUnits: '1 000' }, { minUnits: 1000 }],
    [
      { minUnits: '6000', maxUnits: '9000' },
      { minUnits: 6000, maxUnits: 9000 },
    ],
  ])('%j', (changes, expected) => expect(changesOf(values(changes), valuesOf(draft))).toEqual(expected));

  it('keeps on the device what the server would refuse, and saves the rest', () => {
    const typed = values({ title: 'x'.repeat(90), description: 'New.', minUnits: '9000' });
    expect(changesOf(typed, valuesOf(draft))).toEqual({ description: 'New.' });
    expect(differs(typed, valuesOf(draft))).toBe(true);
  });
});

describe('creating a story', () => {
  it('waits for title and mode', () => {
    const blank = { ...blankValues('en'), mode: null };
    expect(creationOf(blank)).toBeNull();
    expect(creationOf({ ...blank, title: 'Salt' })).toBeNull();
    expect(creationOf({ ...blank, mode: 'solo' })).toBeNull();
    expect(creationOf({ ...blank, title: ' Salt ', mode: 'solo' })).toEqual({
      title: 'Salt',
      description: '',
      mode: 'solo',
      categories: [],
      language: 'en',
    });
  });

  it('leaves out a description that is too long', () => {
    expect(creationOf(values({ description: 'x'.repeat(501) }))).not.toHaveProperty('description');
  });
});

it('categories keep their order, the first is the main one, and a fourth is ignored', () => {
  const three = toggled(toggled(toggled([], 'drama'), 'comedy'), 'horror');
  expect(three).toEqual(['drama', 'comedy', 'horror']);
  expect(toggled(three, 'poetry')).toBe(three);
  expect(toggled(three, 'drama')).toEqual(['comedy', 'horror']);
});

it.each([
  ['300', 300],
  [' 3 000 ', 3000],
  ['３００', 300],
  ['', Number.NaN],
  ['3,5', Number.NaN],
  ['-3', Number.NaN],
])('parses %j as a number', (text, number) => expect(wholeNumber(text)).toBe(number));

it('compares two versions text by text', () => {
  expect(differentTexts(draft, { ...draft, title: 'x', categories: ['comedy'] })).toEqual(['title', 'categories']);
});
