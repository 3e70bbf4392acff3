import type { Page } from '#core/endpoint.ts';
import type { StoryView } from '#features/stories/contract.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Slot } from '#web/page/slot.tsx';
import type { Participant } from '../contract.ts';
import { ParticipantItem } from './participant-item.tsx';
import styles from './participant-list.module.css';
import { ViewMore } from './view-more.tsx';

/** Number of writers shown at once. The rest is behind “View more”. */
const SHOWN = 20;

export interface MoreParticipantsProps {
  storyId: string;
  /** Cursor of the writers who aren’t on the page. */
  from: string;
}

declare module '#web/page/slot.tsx' {
  interface Slots {
    'more-participants': MoreParticipantsProps;
  }
}

/** All writers of the story, each in their color. */
export function ParticipantList({ story, people: { items, next } }: { story: StoryView; people: Page<Participant> }) {
  const t = useT('participation');
  const rest = items.slice(SHOWN);
  return (
    <section>
      <h2>{t('participation.hands', { count: story.participantCount })}</h2>
      <ul className={styles.participants}>
        {items.slice(0, SHOWN).map((participant) => (
          <ParticipantItem key={participant.id} participant={participant} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>{t('common.view_more')}</summary>
          <ul className={styles.participants}>
            {rest.map((participant) => (
              <ParticipantItem key={participant.id} participant={participant} />
            ))}
          </ul>
          {next && (
            <Slot name="more-participants" props={{ storyId: story.id, from: next }}>
              <ViewMore />
            </Slot>
          )}
        </details>
      )}
      <div className={styles.actions}>
        <Slot name="leave-story" props={{ story: { id: story.id, mode: story.mode } }} />
      </div>
    </section>
  );
}
