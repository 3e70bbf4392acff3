import type { ComponentType } from 'react';
import { refresh } from '#web/navigation/refresh.ts';
import type { SlotName, Slots } from '#web/page/slot.tsx';
import { NotFound } from './layout/page-failure.tsx';

declare module '#web/page/slot.tsx' {
  interface Slots {
    'failure-report': object;
    'story-missing': { storyId: string };
    'chapter-missing': { storyId: string; chapterId: string };
  }
}

interface Island<Props> {
  /** Fills the slot only while a member is logged in. */
  readonly forMembers?: true;
  readonly load: () => Promise<ComponentType<Props>>;
}

/** The components that fill the slots of documents. */
export const ISLANDS: { readonly [Name in SlotName]: Island<Slots[Name]> } = {
  'time-left': { load: async () => (await import('#web/ui/time-left.tsx')).TimeLeft },
  'home-notes': { load: async () => (await import('./home-notes.tsx')).HomeNotes },
  'without-own': {
    forMembers: true,
    load: async () => (await import('#features/discovery/web/without-own.tsx')).WithoutOwn,
  },
  'filter-changes': { load: async () => (await import('#features/discovery/web/filter-changes.tsx')).FilterChanges },
  'moderator-actions': {
    forMembers: true,
    load: async () => (await import('#features/moderation/web/moderator-actions.tsx')).ModeratorActions,
  },
  'invite-to-story': {
    forMembers: true,
    load: async () => (await import('#features/profile/web/invite-to-story.tsx')).InviteToStory,
  },
  'reader-actions': {
    forMembers: true,
    load: async () => (await import('#features/reader/web/reader-actions.tsx')).ReaderActions,
  },
  'hidden-chapter': {
    forMembers: true,
    load: async () => (await import('#features/reader/web/hidden-chapter.tsx')).HiddenChapter,
  },
  'read-ways': {
    forMembers: true,
    load: async () => (await import('#features/reader/web/read-ways.tsx')).ReadWays,
  },
  'write-row': {
    forMembers: true,
    load: async () => (await import('#features/branch/web/member-write-row.tsx')).MemberWriteRow,
  },
  'round-watch': { load: async () => (await import('#features/contest/web/round-watch.tsx')).RoundWatch },

  'read-on': { load: async () => (await import('#features/reader/web/own-reading.tsx')).OwnReadOn },
  reading: { load: async () => (await import('#features/reader/web/own-reading.tsx')).OwnReading },
  'chapter-marks': { load: async () => (await import('#features/reader/web/chapter-marks.tsx')).ChapterMarks },
  join: { load: async () => (await import('#features/participation/web/join.tsx')).Join },
  'more-participants': {
    load: async () => (await import('#features/participation/web/more-participants.tsx')).MoreParticipants,
  },
  'story-actions': {
    forMembers: true,
    load: async () => (await import('#features/stories/web/story-actions.tsx')).StoryActions,
  },
  'invite-users': {
    forMembers: true,
    load: async () => (await import('#features/participation/web/invite-users.tsx')).InviteUsers,
  },
  'membership-note': {
    forMembers: true,
    load: async () => (await import('#features/participation/web/membership-note.tsx')).MembershipNote,
  },
  'own-drafts': {
    forMembers: true,
    load: async () => (await import('#features/chapters/web/own-drafts.tsx')).OwnDrafts,
  },
  'leave-story': {
    forMembers: true,
    load: async () => (await import('#features/participation/web/leave-story.tsx')).LeaveStory,
  },

  'turn-timeline': { load: async () => (await import('#features/relay/web/running-turn.tsx')).RunningTurn },
  'turn-actions': {
    forMembers: true,
    load: async () => (await import('#features/relay/web/turn-actions.tsx')).TurnActions,
  },

  'branch-read-on': { load: async () => (await import('#features/reader/web/own-branch.tsx')).OwnBranchReadOn },
  'branch-reading': { load: async () => (await import('#features/reader/web/own-branch.tsx')).OwnBranchReading },
  'branch-chapters': { load: async () => (await import('#features/reader/web/own-branch.tsx')).OwnBranchChapters },
  'write-link': {
    forMembers: true,
    load: async () => (await import('#features/branch/web/member-write-link.tsx')).MemberWriteLink,
  },

  'round-timeline': { load: async () => (await import('#features/contest/web/running-round.tsx')).RunningRound },
  'member-round': {
    forMembers: true,
    load: async () => (await import('#features/contest/web/member-round.tsx')).MemberRound,
  },
  'first-round': {
    forMembers: true,
    load: async () => (await import('#features/contest/web/creator-round.tsx')).FirstRound,
  },
  'announced-round': {
    forMembers: true,
    load: async () => (await import('#features/contest/web/creator-round.tsx')).AnnouncedRound,
  },
  'next-round': {
    forMembers: true,
    load: async () => (await import('#features/contest/web/creator-round.tsx')).NextRound,
  },
  'write-entry': {
    forMembers: true,
    load: async () => (await import('#features/contest/web/member-write-entry.tsx')).MemberWriteEntry,
  },

  'failure-report': {
    load: async () => (await import('./layout/failure-report.tsx')).FailureReport,
  },
  'story-missing': {
    forMembers: true,
    async load() {
      const { StoryMissing } = await import('#features/stories/web/story-missing.tsx');
      return (props) => <StoryMissing {...props} notFound={<NotFound />} onPublished={refresh} />;
    },
  },
  'chapter-missing': {
    forMembers: true,
    async load() {
      const { ChapterMissing } = await import('#features/chapters/web/chapter-missing.tsx');
      return (props) => <ChapterMissing {...props} notFound={<NotFound />} onPublished={refresh} />;
    },
  },
};
