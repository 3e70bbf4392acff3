import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let stored: Map<string, string>;
let dataset: Record<string, string>;

beforeEach(() => {
  stored = new Map();
  dataset = {};
  vi.stubGlobal('document', { documentElement: { dataset }, querySelectorAll: () => [] });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.resetModules();
});
afterEach(() => void vi.unstubAllGlobals());

const preferences = () => import('./preferences.ts');
const keep = (settings: unknown) => stored.set('readerSettings', JSON.stringify(settings));

it('stores the settings by the names of the specification', async () => {
  const { changeReaderSetting } = await preferences();
  const change = (name: string, value: string) =>
    changeReaderSetting({ name, value, type: 'radio', checked: true } as HTMLInputElement);
  change('reader-background', 'paper');
  change('reader-fontSize', 'x-large');
  change('reader-lineSpacing', 'loose');
  change('reader-face', 'sans');
  const check = (name: string, checked: boolean) =>
    changeReaderSetting({ name, value: 'on', type: 'checkbox', checked } as HTMLInputElement);
  check('reader-singleKeys', false);
  check('reader-translationFirst', true);
  expect(JSON.parse(stored.get('readerSettings')!)).toEqual({
    background: 'paper',
    fontSize: 'x-large',
    lineSpacing: 'loose',
    face: 'sans',
    singleKeys: 'off',
    original: 'off',
    translationFirst: 'on',
  });
  expect(dataset).toEqual({
    ...{ readerBg: 'paper', size: 'x-large', line: 'loose', face: 'sans', keys: 'off' },
    translationFirst: 'on',
  });
});

it('keeps what was chosen when the settings had other names', async () => {
  keep({ bg: 'care', size: 'large', line: 'compact' });
  const { readerSettings, setReaderSetting } = await preferences();
  const carried = {
    background: 'care',
    fontSize: 'large',
    lineSpacing: 'compact',
    face: 'serif',
    singleKeys: 'on',
    original: 'off',
    translationFirst: 'off',
  };
  expect(readerSettings()).toEqual(carried);
  setReaderSetting('face', 'sans');
  expect(JSON.parse(stored.get('readerSettings')!)).toEqual({ ...carried, face: 'sans' });
});

it('starts with the defaults, also if what is stored can’t be read', async () => {
  const { READER_DEFAULTS, readerSettings } = await preferences();
  expect(readerSettings()).toEqual(READER_DEFAULTS);
  stored.set('readerSettings', '{');
  expect(readerSettings()).toEqual(READER_DEFAULTS);
  keep(null);
  expect(readerSettings()).toEqual(READER_DEFAULTS);
});

it('switches the theme from the reader settings', async () => {
  const { changeReaderSetting } = await preferences();
  changeReaderSetting({ name: 'reader-theme', value: 'dark', type: 'radio', checked: true } as HTMLInputElement);
  expect(dataset.theme).toBe('dark');
  expect(stored.get('darkMode')).toBe('true');
});
