import type { ReactNode } from 'react';
import type { Translator } from '#core/messages.ts';
import type { Around as Outer } from '#web/feature.ts';
import { TranslatorProvider } from '#web/i18n/i18n.tsx';
import type { SiteInfo } from '#web/page/context.ts';
import { NamedLanguage } from '#web/ui/link.tsx';
import { PageContext } from '#web/ui/use-page.ts';
import { SiteContext } from '#web/ui/use-site.ts';
import { AroundModes } from './modes/around-modes.tsx';

export interface AroundData {
  readonly translator: Translator;
  /** Language in the page's URL, or null. */
  readonly named: string | null;
  readonly site: SiteInfo;
  readonly year: number;
  readonly pathname: string;
}

/** The contexts that every part of a page needs, on the server and in the browser. */
export function Around({ translator, named, site, year, pathname, children }: AroundData & { children: ReactNode }) {
  return (
    <TranslatorProvider value={translator}>
      <SiteContext value={{ ...site, year }}>
        <PageContext value={{ pathname }}>
          <AroundModes>
            <NamedLanguage value={named}>{children}</NamedLanguage>
          </AroundModes>
        </PageContext>
      </SiteContext>
    </TranslatorProvider>
  );
}

/** Returns the content inside all of these components, the first of which is the outermost. */
export function insideAll(around: readonly Outer[], content: ReactNode): ReactNode {
  let inside = content;
  for (const Each of around.toReversed()) inside = <Each>{inside}</Each>;
  return inside;
}
