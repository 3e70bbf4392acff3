import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { to } from '#core/pages.ts';
import type { Me } from '#features/accounts/contract.ts';
import { useMe } from '#features/accounts/web/use-me.ts';
import { ApiError, call } from '#web/api/client.ts';
import { QueryProvider, queryClient } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { useAddress } from '#web/navigation/use-address.ts';
import { useHref } from '#web/ui/link.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type StoryDraft, storyApi } from '../../contract.ts';
import { StoryStatusPage } from '../story-status-page.tsx';
import { draftKey, useStoryStatus } from '../use-story-status.ts';
import type { FirstChapterSlot } from './first-chapter-slot.ts';
import making from './making.module.css';
import type { WizardStep } from './steps.tsx';
import { StorySettings } from './story-settings.tsx';
import { StoryWizard } from './wizard.tsx';

/** What the address asks for. */
export interface StoryEditorAddress {
  storyId: string | null;
  /** Making a new story, step by step; otherwise one that exists is edited as a whole. */
  isNew: boolean;
  step: WizardStep;
  /** The story was sent to review: where it stands now. */
  isSent: boolean;
}

interface Props {
  address: StoryEditorAddress;
  firstChapter: FirstChapterSlot;
  /** Asking others in, once the story is out. */
  invite: (story: StoryDraft) => ReactNode;
  /** What stands in place of a story that is not there, or not one's own. */
  notFound: ReactNode;
}

/** Making and editing stories, for who is signed in (spec §2 /edit_story). */
export function StoryEditor(props: Props) {
  return (
    <QueryProvider>
      <Visit {...props} />
    </QueryProvider>
  );
}

/**
 * One form for as long as one story is worked on. A story that the form itself has begun keeps it, although the address
 * names the story from then on; any other address begins anew.
 */
function Visit(props: Props) {
  const { storyId, isSent } = props.address;
  const [visit, setVisit] = useState({ count: 0, storyId, begun: null as string | null });
  if (storyId !== visit.storyId) {
    const isSame = storyId !== null && storyId === visit.begun;
    setVisit(isSame ? { ...visit, storyId } : { count: visit.count + 1, storyId, begun: null });
  }
  if (isSent && storyId) return <Sent storyId={storyId} invite={props.invite} notFound={props.notFound} />;
  return <Opened key={visit.count} {...props} onBegun={(begun) => setVisit((before) => ({ ...before, begun }))} />;
}

function Opened({ onBegun, ...props }: Props & { onBegun: (storyId: string) => void }) {
  const t = useT('story_editor');
  const [openedId] = useState(props.address.storyId);
  const me = useMe();
  const draft = useQuery({
    queryKey: draftKey(openedId ?? ''),
    queryFn: () => call(storyApi.draft, { storyId: openedId! }),
    enabled: openedId !== null,
    // A form begins with the story as it is now; from then on the form knows best.
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const opened = draft.isFetchedAfterMount ? draft.data : undefined;
  const error = me.error ?? draft.error;
  if (error instanceof ApiError && error.status === 404) return props.notFound;
  if (error) {
    const retry = () => {
      void me.refetch();
      if (openedId) void draft.refetch();
    };
    const sentence = props.address.step === 3 ? t('story_editor.settings_failed') : t('story_editor.load_failed');
    return (
      <div className={making.head}>
        <LoadFailure sentence={sentence} onRetry={retry} />
      </div>
    );
  }
  if (!me.data || (openedId && !opened)) return <Spinner />;
  if (opened && opened.creatorId !== me.data.id) return props.notFound;
  return <Form {...props} me={me.data} opened={opened ?? null} onBegun={onBegun} />;
}

interface FormProps extends Props {
  me: Me;
  opened: StoryDraft | null;
  onBegun: (storyId: string) => void;
}

function Form({ address, me, opened, firstChapter, onBegun }: FormProps) {
  const { change } = useAddress();
  const href = useHref();
  const [madeId, setMadeId] = useState(opened?.id ?? null);
  const toStatusPage = (storyId: string) => {
    void queryClient.invalidateQueries({ queryKey: draftKey(storyId) });
    leaveFor(href(to.editStory({ storyId, sent: 1 })));
  };
  const isWizard = address.isNew && (opened === null || opened.status === 'draft');
  if (!isWizard && opened) return <StorySettings me={me} opened={opened} onSent={() => toStatusPage(opened.id)} />;
  return (
    <StoryWizard
      me={me}
      begun={opened}
      step={address.step}
      isNamed={address.storyId !== null}
      firstChapter={firstChapter}
      onBegun={(storyId) => {
        setMadeId(storyId);
        onBegun(storyId);
        // The same page under the address of the story, so that it is found again.
        change({ new: '1', storyId }, { replace: true });
      }}
      onSent={() => madeId && toStatusPage(madeId)}
    />
  );
}

/** The last screen of making a story: it changes by itself until the story is out (spec §2, product §4). */
function Sent({ storyId, invite, notFound }: { storyId: string } & Pick<Props, 'invite' | 'notFound'>) {
  const t = useT('story_editor');
  const { draft, published } = useStoryStatus(storyId);
  const me = useMe();
  if (draft.error instanceof ApiError && draft.error.status === 404) return notFound;
  if (draft.data && me.data) {
    const isOwn = draft.data.creatorId === me.data.id;
    return (
      <StoryStatusPage draft={draft.data} published={published} isOwn={isOwn} invite={invite(draft.data)} announced />
    );
  }
  if (draft.error || me.error)
    return <LoadFailure sentence={t('story_editor.load_failed')} onRetry={() => void draft.refetch()} />;
  return <Spinner />;
}
