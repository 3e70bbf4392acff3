import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** Link from the chapter editor to the map, which shows the new chapter’s position in the tree. */
export function MapLink({ storyId }: { storyId: string }) {
  const t = useT('branch');
  return <ButtonLink to={to.storyMap({ storyId })}>{t('map.title')}</ButtonLink>;
}

/** Link from the chapter editor back to the choices after a chapter. */
export function ForkLink({ storyId, chapterId }: { storyId: string; chapterId: string }) {
  const t = useT('branch');
  return <ButtonLink to={`${to.chapter({ storyId, chapterId })}#fork`}>{t('reservation.back')}</ButtonLink>;
}
