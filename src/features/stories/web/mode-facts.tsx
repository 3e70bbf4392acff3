import { useT } from '#web/i18n/i18n.tsx';
import type { StoryView } from '../contract.ts';
import { settingsIn } from '../model/setting-views.ts';
import { Fact } from './fact.tsx';
import type { SettingFact } from './mode-face.ts';
import { useModeFaces, useModes } from './modes.ts';

/** What the page of a story says about the settings of its mode, before or after who can join. */
export function ModeFacts({ story, place }: { story: StoryView; place: SettingFact['place'] }) {
  const t = useT('stories');
  const facts = Object.entries(useModeFaces()[story.mode].facts);
  const settings = new Map(Object.entries(settingsIn(useModes(), story)));
  return facts.map(([name, fact]) => {
    const count = settings.get(name);
    if (fact.place !== place || count === undefined) return null;
    return (
      <Fact key={name} name={t(fact.label)}>
        {t(fact.value, { count })}
      </Fact>
    );
  });
}
