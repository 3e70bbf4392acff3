import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** From the chapter editor to where the new chapter hangs in the tree. */
export function MapLink({ storyId }: { storyId: string }) {
  const t = useT('branch');
  return <ButtonLink to={to.storyMap({ storyId })}>{t('map.title')}</ButtonLink>;
}

/** From the chapter editor back to the choices after a chapter. */
export function ForkLink({ storyId, chapterId }: { storyId: string; chapterId: string }) {
  const t = useT('branch');
  return <ButtonLink to={`${to.chapter({ storyId, chapterId })}#fork`}>{t('reservation.back')}</ButtonLink>;
}
