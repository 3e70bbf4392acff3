import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';

/** Shown instead of lists of stories while the site has none. */
export function NoStories() {
  const t = useT('discovery');
  return (
    <Empty title={t('home.empty_title')}>
      <p className="soft">{t('home.empty_text')}</p>
      <ButtonLink kind="primary" to={to.editStory({ new: 1 })}>
        {t('home.empty_act')}
      </ButtonLink>
    </Empty>
  );
}
