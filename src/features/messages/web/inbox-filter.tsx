import { useNavigate } from 'react-router';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { useHref } from '#web/ui/link.tsx';
import { MESSAGE_GROUPS, type MessageGroup } from '../model/message-groups.ts';
import { MESSAGE_TYPES } from '../model/message-types.ts';
import styles from './inbox.module.css';
import { inboxAddress } from './inbox-address.ts';
import type { InboxView } from './use-messages.ts';

/** Which type of messages is shown; a change counts at once. */
export function InboxFilter({ view }: { view: InboxView }) {
  const t = useT('inbox');
  const find = useFind('inbox');
  const navigate = useNavigate();
  const href = useHref();
  const groups: Record<MessageGroup, string> = {
    turns: t('inbox.group_turns'),
    people: t('inbox.group_people'),
    reviews: t('inbox.group_reviews'),
    translations: t('inbox.group_translations'),
    site: t('inbox.group_site'),
  };
  const choose = (value: string) => {
    const type = MESSAGE_TYPES.find((name) => name === value) ?? null;
    navigate(href(inboxAddress({ ...view, type })), { preventScrollReset: true });
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
