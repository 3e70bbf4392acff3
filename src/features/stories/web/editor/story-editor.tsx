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
import { RoomSlot } from '#web/page/room-slot.tsx';
import { useHref } from '#web/ui/link.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type StoryDraft, storyApi } from '../../contract.ts';
import { StoryStatusPage } from '../story-status-page.tsx';
import { draftKey, useStoryStatus } from '../use-story-status.ts';
import making from './making.module.css';
import type { WizardStep } from './steps.tsx';
import { StorySettings } from './story-settings.tsx';
import { StoryWizard } from './wizard.tsx';

/** The parameters of the URL. */
export interface StoryEditorAddress {
  storyId: string | null;
  /** True when creating a new story step by step. Otherwise an existing story is edited as a whole. */
  isNew: boolean;
  step: WizardStep;
  /** True if the story was submitted: show its review status. */
  isSent: boolean;
}

interface Props {
  address: StoryEditorAddress;
  /** Shown if the story doesn’t exist or isn’t the member’s own. */
  notFound: ReactNode;
}

/** Creates and edits stories, for members who are logged in (spec §2 /edit_story). */
export function StoryEditor(props: Props) {
  return (
    <QueryProvider>
      <Visit {...props} />
    </QueryProvider>
  );
}

/**
 * Keeps one form for as long as the same story is edited. A story that the form itself has created keeps the form,
 * although the URL names the story from then on. Any other URL starts a new form.
 */
function Visit(props: Props) {
  const { storyId, isSent } = props.address;
  const [visit, setVisit] = useState({ count: 0, storyId, begun: null as string | null });
  if (storyId !== visit.storyId) {
    const isSame = storyId !== null && storyId === visit.begun;
    setVisit(isSame ? { ...visit, storyId } : { count: visit.count + 1, storyId, begun: null });
  }
  if (isSent && storyId) return <Sent storyId={storyId} notFound={props.notFound} />;
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
    // The form starts with the current story. After that the form is the source of truth.
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

function Form({ address, me, opened, onBegun }: FormProps) {
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
      onBegun={(storyId) => {
        setMadeId(storyId);
        onBegun(storyId);
        // Replaces the URL with that of the new story, so that it is found again.
        change({ new: '1', storyId }, { replace: true });
      }}
      onSent={() => madeId && toStatusPage(madeId)}
    />
  );
}

/** The last screen of creating a story. It updates by itself until the story is published (spec §2, product §4). */
function Sent({ storyId, notFound }: { storyId: string } & Pick<Props, 'notFound'>) {
  const t = useT('story_editor');
  const { draft, published } = useStoryStatus(storyId);
  const me = useMe();
  if (draft.error instanceof ApiError && draft.error.status === 404) return notFound;
  if (draft.data && me.data) {
    const isOwn = draft.data.creatorId === me.data.id;
    const more = <RoomSlot name="editStory.sent" story={draft.data} />;
    return <StoryStatusPage draft={draft.data} published={published} isOwn={isOwn} more={more} announced />;
  }
  if (draft.error || me.error)
    return <LoadFailure sentence={t('story_editor.load_failed')} onRetry={() => void draft.refetch()} />;
  return <Spinner />;
}
