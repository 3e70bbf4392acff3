import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { TranslatorProvider } from '#web/i18n/i18n.tsx';
import { LineFields } from './line-fields.tsx';

const fields = { title: 'The small print', summary: '', choice: '' };
const render = (namesTitle: boolean) =>
  renderToStaticMarkup(
    <TranslatorProvider value={translatorOf('en')}>
      <LineFields
        writing={{ fields, setField: () => {}, wrong: {} }}
        language="en"
        editable
        shown={['title']}
        id="asked"
        namesTitle={namesTitle}
      />
    </TranslatorProvider>,
  );

it('hides the label of the title where a page begins with it, and shows it in a dialog', () => {
  expect(render(false)).toMatch(/<p class="hide"><label for="asked-title">Chapter title<\/label>/);
  expect(render(true)).toMatch(/<p class="(?!hide)[^"]+"><label for="asked-title">Chapter title<\/label>/);
});
