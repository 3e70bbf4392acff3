import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import type { PlaceChoice } from '#features/chapters/web/editor-page/editor-slots.ts';
import room from '#features/chapters/web/editor-page/room.module.css';
import { hiddenName } from '#features/chapters/web/hidden-name.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { branchApi } from '../contract.ts';
import { WAYS_MAX } from '../model/branch-limits.ts';
import { canGrow } from '../model/tree.ts';

/** Chapters of the story that have a continuation left, those without one first. */
export function OtherPlaces({ story, parentId, value, onChange }: PlaceChoice) {
  const t = useT('branch', 'stories');
  const errorText = useErrorText();
  const id = useId();
  const { data: tree, error } = useQuery({
    queryKey: ['branch', 'tree', story.id],
    queryFn: () => call(branchApi.tree, { storyId: story.id }),
  });
  if (error) return <p role="alert">{errorText(error)}</p>;
  if (!tree) return <Spinner />;
  const taken = new Map<string, number>();
  for (const { parentId: above } of [...tree.chapters, ...tree.reservations])
    if (above !== null) taken.set(above, (taken.get(above) ?? 0) + 1);
  const waysOf = (chapterId: string) => taken.get(chapterId) ?? 0;
  const places = tree.chapters
    .filter((chapter) => chapter.id !== parentId && canGrow(chapter) && waysOf(chapter.id) < WAYS_MAX)
    .sort((a, b) => waysOf(a.id) - waysOf(b.id) || b.number - a.number);
  if (places.length === 0) return <p className="soft">{t('places.none')}</p>;
  return (
    <fieldset className={room.places}>
      <legend>{t('places.title')}</legend>
      {places.map((place) => (
        <label key={place.id} htmlFor={`${id}-${place.id}`}>
          <input
            id={`${id}-${place.id}`}
            type="radio"
            name={id}
            checked={value === place.id}
            onChange={() => onChange(place.id)}
          />
          <span>
            <b lang={place.title === null ? undefined : LANGUAGE_TAGS[story.language]}>
              {t('places.after', { number: place.number, title: place.title ?? hiddenName(t, place) })}
            </b>
            <span className="small soft">{t('places.ways', { count: waysOf(place.id) })}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
