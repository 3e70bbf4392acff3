import { useQuery } from '@tanstack/react-query';
import { to } from '#core/pages.ts';
import type { Me } from '#features/accounts/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import styles from '#features/stories/web/own-work.module.css';
import list from '#features/stories/web/story-list.module.css';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { Section } from '#web/ui/section.tsx';

/** For moderators: a link to the moderation queue with its length. */
export function OwnModeration({ me }: { me: Me }) {
  const isModerator = me.roles.includes('moderator') || me.roles.includes('administrator');
  return isModerator && <ModerationLink />;
}

function ModerationLink() {
  const t = useT('account');
  const { data } = useQuery({
    queryKey: ['own', 'moderation'],
    queryFn: () => call(moderationApi.waiting, {}),
  });
  if (!data) return null;
  const { story, chapter, submission, report, appeal, suggestion, feedback } = data;
  const count = story + chapter + submission + report + appeal + suggestion + feedback;
  return (
    <Section title={t('common.moderation')}>
      <ul className={classNames(list.rows, styles.rows)}>
        <li className={classNames(list.row, list.slim, styles.piece)}>
          <p className={list.name}>
            <Link className="quiet" to={to.moderation()}>
              {t('account.moderation_queue')}
            </Link>
          </p>
          <span className={list.when}>{count}</span>
        </li>
      </ul>
    </Section>
  );
}
