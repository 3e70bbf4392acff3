import { to } from '#core/pages.ts';
import { ModeMark, useModeName } from '#features/stories/web/mode.tsx';
import { useModes } from '#features/stories/web/modes.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ReloadLink } from '#web/ui/button.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { PlainPage } from '../layout/page-failure.tsx';
import { definePage } from '../page.ts';
import styles from './offline.module.css';

/**
 * Shown by the service worker for a page that is not kept. `offline/offline-pages.ts` fills in the list, with the row
 * of each mode as a pattern. Opened with a connection, it only says that there was none.
 */
function OfflineList() {
  const t = useT();
  const modeName = useModeName();
  const modes = useModes();
  return (
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
        {Object.values(modes).map(({ id: mode }) => (
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
  );
}

export const offline = definePage('offline', {
  load: ({ translator }) => ({
    head: { title: translator.t('offline.title'), path: to.offline(), noindex: true },
    data: {},
  }),
  layout: () => PlainPage,
  script: 'none',
  Content: OfflineList,
});
