import { useQueryClient } from '@tanstack/react-query';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { storyApi } from '#features/stories/contract.ts';
import { OwnSection } from '#features/stories/web/own-section.tsx';
import styles from '#features/stories/web/own-work.module.css';
import list from '#features/stories/web/story-list.module.css';
import { call } from '#web/api/client.ts';
import { useUndelete } from '#web/api/use-undelete.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Time } from '#web/ui/time.tsx';
import { type DeletedStory, profileApi } from '../contract.ts';

/** The member’s deleted stories that can be restored. Hidden if there are none. */
export function OwnDeleted() {
  const t = useT('account');
  return (
    <OwnSection
      name={['deleted']}
      title={t('account.deleted_stories')}
      load={(cursor) => call(profileApi.deleted, { cursor })}
      row={(story) => <DeletedRow key={story.id} story={story} />}
    />
  );
}

function DeletedRow({ story: { id, title, language, until } }: { story: DeletedStory }) {
  const t = useT('account', 'errors');
  const client = useQueryClient();
  const name = title || t('account.untitled');
  const { bringBack, isPending } = useUndelete({
    undelete: () => call(storyApi.undelete, { storyId: id }),
    said: t('account.story_is_back', { title: name }),
    onSettled: () => client.invalidateQueries({ queryKey: ['own'] }),
  });
  return (
    <li className={classNames(list.row, list.slim, styles.piece)}>
      <div>
        <p className={list.name} lang={title ? LANGUAGE_TAGS[language] : undefined}>
          {name}
        </p>
        <p className="small soft">
          <Sentence
            id="account.deleted_until"
            wraps={{ day: () => <Time at={until} kind="long" /> }}
            parts={['account']}
          />
        </p>
      </div>
      <Button small busy={isPending} onClick={bringBack}>
        {t('account.bring_back')}
        <span className="hide">: {name}</span>
      </Button>
    </li>
  );
}
