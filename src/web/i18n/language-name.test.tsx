import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { LANGUAGES, type Language } from '#core/languages.ts';
import { createTranslator } from '#core/messages.ts';
import { TranslatorProvider } from './i18n.tsx';
import { languageName, useLanguageName } from './language-name.ts';

function Names() {
  return LANGUAGES.map(useLanguageName()).join();
}

function namesFor(reader: Language): string {
  return renderToStaticMarkup(
    <TranslatorProvider value={createTranslator(reader)}>
      <Names />
    </TranslatorProvider>,
  );
}

it('names our languages in the language of the reader', () => {
  expect(namesFor('en')).toBe('English,Chinese,German,French,Korean,Portuguese,Japanese,Spanish');
  expect(namesFor('zh')).toBe('英语,中文,德语,法语,韩语,葡萄牙语,日语,西班牙语');
});

it('uses their own names if the browser has none', () => {
  const unknown = vi.spyOn(Intl.DisplayNames.prototype, 'of').mockReturnValue(undefined);
  onTestFinished(() => unknown.mockRestore());
  expect(namesFor('de')).toBe('English,中文,Deutsch,Français,한국어,Português,日本語,Español');
});

it('names other languages, too, and returns null for unknown ones', () => {
  expect(languageName('nl', 'de')).toBe('Niederländisch');
  expect(languageName('xx', 'de')).toBeNull();
  expect(languageName('no language', 'de')).toBeNull();
});
