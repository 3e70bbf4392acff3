import { expect, it } from 'vitest';
import { LANGUAGE_TAGS, LANGUAGES } from '#core/languages.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { bellLabels, labelFor } from './bell-label.ts';

it.each(LANGUAGES)('the label of the bell in %s equals the message, for every count', (language) => {
  const { t } = translatorOf(language);
  const tag = LANGUAGE_TAGS[language];
  const nameFor = (count: number) => t('inbox.bell', { count });
  const many = t('inbox.bell_many', { count: 99 });
  const labels = JSON.parse(JSON.stringify(bellLabels(nameFor, many, tag)));
  const counts = Array.from({ length: 99 }, (_, i) => i + 1);
  expect(counts.map((count) => labelFor(count, labels, tag))).toEqual(counts.map(nameFor));
  expect(labelFor(100, labels, tag)).toBe(many);
});

it.each(LANGUAGES)('the label without messages in %s equals the initial label of the page', (language) => {
  const { t } = translatorOf(language);
  expect(t('inbox.bell', { count: 0 })).toBe(t('common.messages'));
});
