import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createTranslator } from '#core/messages.ts';
import { compileCatalog } from '#platform/i18n/catalogs.ts';
import { TranslatorProvider } from '#web/i18n/i18n.tsx';
import { grown } from '../model/tree.test-kit.ts';
import { buildTree, pathTo } from '../model/tree.ts';
import { LazyFold } from './lazy-fold.tsx';
import { Outline, RenderedFold } from './outline.tsx';

const LOCALES = join(import.meta.dirname, '../../../../locales/en');

function render(size: number, steps: number, isLazy = false): { html: string; ids: string[]; path: string[] } {
  const translator = createTranslator('en');
  for (const part of ['common', 'branch'])
    translator.add(part, compileCatalog(JSON.parse(readFileSync(join(LOCALES, `${part}.json`), 'utf8'))));
  const tree = buildTree(grown(size));
  const path = pathTo(tree.nodes.at(-1))
    .slice(0, steps)
    .map(({ chapter }) => chapter.id);
  const html = renderToStaticMarkup(
    <TranslatorProvider value={translator}>
      <Outline
        story={{ id: '7', language: 'en' }}
        tree={tree}
        authors={Array.from({ length: 11 }, (_, i) => ({ id: String(i), username: `hand_${i}`, slug: `hand-${i}` }))}
        reservations={[
          { parentId: '1', user: { id: '3', username: 'hand_3', slug: 'hand-3' }, until: '2026-11-24T00:00:00Z' },
        ]}
        read={new Set(path)}
        hereId={path.at(-1) ?? null}
        Fold={isLazy ? LazyFold : RenderedFold}
      />
    </TranslatorProvider>,
  );
  return { html, ids: tree.nodes.map(({ chapter }) => chapter.id), path };
}

it('links every chapter of 2,000 once, without any script', () => {
  for (const [steps, isLazy] of [
    [0, false],
    [6, false],
    [6, true],
  ] as const) {
    const { html, ids } = render(2000, steps, isLazy);
    const linked = [...html.matchAll(/href="\/story\/7\/chapter\/(\d+)"/g)].map((match) => match[1]);
    expect(linked.toSorted()).toEqual(ids.toSorted());
    expect(html).toContain('<details>');
  }
});

it('leaves folded parts to the script if `LazyFold` is used', () => {
  const { html, ids } = render(2000, 6, true);
  // As a browser with script reads it: the content of these elements is text, up to the first end tag.
  const alive = html.replaceAll(/<noscript>.*?<\/noscript>/gs, '');
  expect(alive).not.toContain('noscript');
  expect(alive.match(/<li/g)!.length).toBeLessThan(ids.length / 10);
  expect(alive.match(/<details>/g)!.length).toBe(html.match(/<noscript>/g)!.length);
});

it('shows the reader’s position and who is writing', () => {
  const { html } = render(40, 4);
  expect(html.match(/you are here/g)).toHaveLength(1);
  expect(html.match(/, read</g)).toHaveLength(4);
  expect(html).toContain('hand_3 is writing here');
});
