import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { DAY, HOUR } from '#core/time.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import type { Me } from '../../contract.ts';
import styles from './security.module.css';

function useDay(): (time: string) => string {
  const tag = LANGUAGE_TAGS[useLanguage()];
  return (time) => new Date(time).toLocaleDateString(tag, { weekday: 'long', day: 'numeric', month: 'long' });
}

/** Tells a moderator without a second factor how long they can do without one. By hours on the last day. */
export function GraceBanner({ me }: { me: Me }) {
  const t = useT('security');
  const day = useDay();
  if (me.rightsRestAt === null) return null;
  const left = new Date(me.rightsRestAt).getTime() - Date.now();
  if (left <= 0) return null;
  const time =
    left >= DAY
      ? t('security.days_left', { count: Math.floor(left / DAY) })
      : t('security.hours_left', { count: Math.max(1, Math.floor(left / HOUR)) });
  return (
    <Banner
      kind="warn"
      action={
        <ButtonLink small to={to.security()}>
          {t('security.set_up_now')}
        </ButtonLink>
      }
    >
      <b>{time}</b> {t('security.grace', { date: day(me.rightsRestAt) })}
    </Banner>
  );
}

/** Shown instead of moderation to a moderator whose rights rest. */
export function RightsRest({ me }: { me: Me }) {
  const t = useT('security');
  const day = useDay();
  return (
    <section className={styles.ask}>
      <h1 tabIndex={-1}>{t('security.resting_title')}</h1>
      {me.rightsRestAt && <p className="lead">{t('security.resting_text', { date: day(me.rightsRestAt) })}</p>}
      <p>{t('security.resting_more')}</p>
      <div className={styles.acts}>
        <ButtonLink kind="primary" to={to.security()}>
          {t('security.set_up_factor')}
        </ButtonLink>
        <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
      </div>
    </section>
  );
}
