import { LANGUAGE_TAGS } from '#core/languages.ts';
import { escapeMarkup } from '#core/markup.ts';
import type { Ctx } from '#platform/context.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';

/** Folders with more files are folded. */
const SHOWN_FILES = 20;

/** Returns a title as a file name that is valid on every system. Empty if nothing is left of it. */
export function fileName(title: string | null): string {
  return (title ?? '')
    .replace(/[\p{C}\s.<>:"/\\|?*]+/gu, ' ')
    .slice(0, 80)
    .toWellFormed()
    .trim();
}

/** Returns an HTML page of an export. It has to work on its own, without the site. `body` is HTML. */
export function exportedPage({ language }: Pick<Ctx, 'language'>, title: string, body: string): string {
  return `<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)}</title>
<style>:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif } body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem } time { opacity: .75 }</style>
</head>
<body>
<h1>${escapeMarkup(title)}</h1>
${body}
</body>
</html>
`;
}

/** Returns the page that explains the files of an export, folder by folder. */
export function exportPage({ language, config, clock }: Pick<Ctx, 'language' | 'config' | 'clock'>, paths: string[]) {
  const { t, find } = translatorOf(language);
  const date = clock.now().toLocaleDateString(LANGUAGE_TAGS[language], { dateStyle: 'long', timeZone: 'UTC' });
  const folders = Map.groupBy(paths, (path) => path.slice(0, path.indexOf('/')));
  const parts = [...folders].map(
    ([folder, files]) => `<h2>${escapeMarkup(folder)}</h2>
<p>${escapeMarkup(find(`export.folder.${folder}`) ?? '')}</p>
<details${files.length > SHOWN_FILES ? '' : ' open'}><summary>${escapeMarkup(t('export.files', { count: files.length }))}</summary>
<ul>
${files.map((path) => `<li><a href="${escapeMarkup(hrefOf(path))}">${escapeMarkup(path.slice(folder.length + 1))}</a></li>`).join('\n')}
</ul></details>`,
  );
  const text = `<p>${escapeMarkup(t('export.text', { site: config.siteName, date }))}</p>`;
  return exportedPage({ language }, t('export.title', { site: config.siteName }), [text, ...parts].join('\n'));
}

function hrefOf(path: string): string {
  return path
    .split('/')
    .map((name) => encodeURIComponent(name))
    .join('/');
}
