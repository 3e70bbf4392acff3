import { WRITING_MODES } from '#features/stories/model/writing-mode.ts';
import { ModeMark, useModeName } from '#features/stories/web/mode.tsx';
import { apiOf } from '#web/api/in-loader.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { PlainPage } from '#web/layout/page-failure.tsx';
import { pageMeta } from '#web/layout/page-meta.ts';
import { ReloadLink } from '#web/ui/button.tsx';
import { Meta } from '#web/ui/meta.tsx';
import type { Route } from './+types/offline.ts';
import styles from './offline.module.css';

export function loader({ context }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  return { head: { title: translator.t('offline.title'), path: '/offline', noindex: true } };
}

export const meta = pageMeta;

/**
 * What the service worker shows for a page that is not here (see `offline/offline-pages.ts`, which fills in the list: a row
 * for each mode is its pattern). Opened with a connection it says only that there was none.
 */
export default function OfflineRoute() {
  const t = useT('offline');
  const modeName = useModeName();
  return (
    <PlainPage>
      <div className={styles.state}>
        <svg viewBox="0 0 320 64" aria-hidden="true">
          <path d="M0 32h70M250 32h70" />
          <path d="M78 32h164" strokeDasharray=".1 9" />
        </svg>
        <h1>{t('offline.title')}</h1>
        <p data-when="some" hidden>
          {t('offline.some')}
        </p>
        <p data-when="none">{t('offline.none')}</p>
        <ul data-kept-list="" className={styles.rows} hidden>
          {WRITING_MODES.map((mode) => (
            <li key={mode} data-kept={mode}>
              <ModeMark mode={mode} />
              <div>
                <p className={styles.name} lang="[[language]]">
                  <a className="quiet" href="[[address]]">
                    [[title]]
                  </a>
                </p>
                <Meta>
                  <span>
                    <span className="hide">{modeName(mode)}, </span>
                    {t('offline.here', { here: '[[here]]', count: '[[count]]' })}
                  </span>
                  <span>{t('offline.next', { number: '[[next]]' })}</span>
                </Meta>
              </div>
            </li>
          ))}
        </ul>
        <ReloadLink>{t('offline.again')}</ReloadLink>
      </div>
    </PlainPage>
  );
}
