import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** Links to the settings of emails, in the member’s own profile. */
export function NewsRow() {
  const t = useT('news');
  return (
    <li>
      <div>
        <b>{t('news.title')}</b>
        <p>{t('news.row')}</p>
      </div>
      <ButtonLink small to={to.news()}>
        {t('news.choose')}
        <span className="hide">{t('common.labelled', { name: '', value: t('news.title') })}</span>
      </ButtonLink>
    </li>
  );
}
