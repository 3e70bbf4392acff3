import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import type { Connection } from '../contract.ts';
import type { Provider } from '../model/connections.ts';
import styles from './account.module.css';
import { useProviderName } from './use-provider-name.ts';

/**
 * What a reset of the password disconnects: what was connected since the last change without asking, the rest unless the
 * member unticks it.
 */
export function ResetConnections({
  connections,
  keep,
  onChange,
}: {
  connections: readonly Connection[];
  /** What the member has unticked. */
  keep: readonly Provider[];
  onChange: (keep: Provider[]) => void;
}) {
  const t = useT('proof');
  const nameOf = useProviderName();
  const tag = LANGUAGE_TAGS[useLanguage()];
  return connections.map(({ provider, connectedAt, isCut }) => {
    const date = connectedAt ? new Date(connectedAt).toLocaleDateString(tag, { dateStyle: 'long' }) : '';
    const words = { provider: nameOf(provider), date };
    if (isCut) return <p key={provider}>{t('proof.cut', words)}</p>;
    const others = keep.filter((kept) => kept !== provider);
    return (
      <label key={provider} className={styles.connection}>
        <input
          type="checkbox"
          checked={!keep.includes(provider)}
          onChange={({ target }) => onChange(target.checked ? others : [...others, provider])}
        />
        <span>
          {t('proof.choose', { ...words, has_date: date ? 'yes' : 'no' })}
          <small>{t('proof.choose_help')}</small>
        </span>
      </label>
    );
  });
}
