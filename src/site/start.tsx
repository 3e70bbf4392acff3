import 'virtual:document-styles';
import './later-modules.ts';
import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { baseLanguage, DEFAULT_LANGUAGE } from '#core/languages.ts';
import { createTranslator } from '#core/messages.ts';
import type { PageName } from '#core/pages.ts';
import { FIRST_PARTS, loadPart, type Part } from '#web/i18n/catalogs.ts';
import { useFetchPart } from '#web/i18n/i18n.tsx';
import { stayInPlace } from '#web/navigation/address.ts';
import { onRefresh } from '#web/navigation/refresh.ts';
import { updateMain } from '#web/navigation/update-main.ts';
import { type PageData, ROOM, readPageData } from '#web/page/page-data.ts';
import { Around } from './around.tsx';
import { loadRoomFills } from './room-fills.ts';
import { Root } from './root.tsx';
import { VIEWS } from './views.ts';

/** Rooms whose links to themselves, such as tabs, change the URL without reloading the page. */
const IN_PLACE: ReadonlySet<PageName> = new Set(['profile', 'messages', 'moderation', 'editStory']);

/** A page that React has taken over from the server. Shows new data when the page is refreshed. */
function Hydrated({ View, data }: { View: ComponentType<object>; data: object }) {
  const [shown, setShown] = useState(data);
  const fetchPart = useFetchPart();
  useEffect(() => {
    onRefresh(async (fresh) => {
      const page = readPageData(fresh);
      if (!page?.data) {
        location.reload();
        return;
      }
      // A missing text would leave the room empty until it is loaded.
      await Promise.all(page.parts.map(fetchPart));
      flushSync(() => setShown(page.data as object));
      document.title = fresh.title;
    });
  }, [fetchPart]);
  return <View {...shown} />;
}

/** Starts React: takes over a hydrated page, renders a room, or only fills the slots of a document. */
async function start(page: PageData): Promise<void> {
  const { name, script, params, title, data, named, site, year, parts } = page;
  const translator = createTranslator(baseLanguage(document.documentElement.lang) ?? DEFAULT_LANGUAGE);
  // A component that uses a missing part requests it again, and reports the failure there.
  const fetchPart = (part: Part) => loadPart(translator, part).catch(() => {});
  const [view] = await Promise.all([
    script === 'document' ? null : VIEWS[name]?.(),
    script === 'room' ? loadRoomFills(name, fetchPart) : null,
    ...FIRST_PARTS.map((part) => loadPart(translator, part)),
    ...parts.map(fetchPart),
  ]);
  // The server rendered the page with the same data, or has passed a room its parameters.
  const View = view?.default as ComponentType<object> | undefined;
  const around = (children: ReactNode) => (
    <Around {...{ translator, named, site, year }} pathname={location.pathname}>
      <Root>{children}</Root>
    </Around>
  );
  const room = document.getElementById(ROOM);
  if (script === 'room') stayInPlace({ links: IN_PLACE.has(name) });
  if (script === 'document') onRefresh(updateMain);
  startTransition(() => {
    if (View && room && script === 'hydrated')
      hydrateRoot(room, around(<Hydrated View={View} data={data as object} />), { identifierPrefix: ROOM });
    else if (View && room) createRoot(room, { identifierPrefix: ROOM }).render(around(<View {...{ params, title }} />));
    else createRoot(document.createElement('div'), { identifierPrefix: ROOM }).render(around(null));
  });
}

const page = readPageData();
if (page) await start(page);
