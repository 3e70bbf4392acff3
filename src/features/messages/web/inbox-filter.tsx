import { useFind, useT } from '#web/i18n/i18n.tsx';
import { useAddress } from '#web/navigation/use-address.ts';
import { MESSAGE_GROUPS, type MessageGroup } from '../model/message-groups.ts';
import { MESSAGE_TYPES } from '../model/message-types.ts';
import styles from './inbox.module.css';
import type { InboxView } from './use-messages.ts';

/** Filter by type of message. Applies right away. */
export function InboxFilter({ view }: { view: InboxView }) {
  const t = useT('inbox');
  const find = useFind('inbox');
  const { change } = useAddress();
  const groups: Record<MessageGroup, string> = {
    turns: t('inbox.group_turns'),
    people: t('inbox.group_people'),
    reviews: t('inbox.group_reviews'),
    translations: t('inbox.group_translations'),
    site: t('inbox.group_site'),
  };
  const choose = (value: string) => {
    change({ type: MESSAGE_TYPES.find((name) => name === value) ?? null });
  };
  return (
    <label className={styles.filter}>
      <span className={styles.word}>{t('inbox.type')}</span>
      <select value={view.type ?? ''} onChange={(event) => choose(event.target.value)}>
        <option value="">{t('inbox.all_types')}</option>
        {Object.entries(MESSAGE_GROUPS).map(([group, types]) => (
          <optgroup key={group} label={groups[group as MessageGroup]}>
            {types.map((type) => (
              <option key={type} value={type}>
                {find(`inbox.type.${type}`)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
