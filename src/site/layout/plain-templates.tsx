import { renderToStaticMarkup } from 'react-dom/server';
import { FillsProvider, PageSlot } from '#web/page/page-slot.tsx';
import { Around, type AroundData } from '../around.tsx';
import { FILLS } from '../fills.ts';

const rendered = new Map<string, string>();

/**
 * Returns the HTML at the end of every page with what its plain scripts show: the login form and, on pages with the
 * site’s header, the content of the bell. It is the same for all pages of a language, so it is rendered once.
 */
export function plainTemplates(around: AroundData, hasHeader: boolean): string {
  const { translator, named } = around;
  const key = [translator.language, named, hasHeader].join();
  let html = rendered.get(key);
  if (html === undefined) {
    html = renderToStaticMarkup(
      <FillsProvider value={{ fills: FILLS, data: new Map() }}>
        <Around {...around}>
          <PageSlot name="site.templates" hasHeader={hasHeader} />
        </Around>
      </FillsProvider>,
    );
    rendered.set(key, html);
  }
  return html;
}
