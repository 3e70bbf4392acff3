import { createContext, use } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import type { Participant } from '../contract.ts';

/** A note next to a name instead of the number of chapters. Null for no note, undefined for the number of chapters. */
type NoteOf = (participant: Participant) => string | null | undefined;

const Notes = createContext<NoteOf>(() => undefined);

/** Around a page whose writing mode has notes about the participants. */
export const ParticipantNotes = Notes.Provider;

export function ParticipantItem({ participant }: { participant: Participant }) {
  const t = useT('participation');
  const { username, slug, avatar, number, isCreator, isCurrentWriter, chapterCount } = participant;
  const usual = () =>
    isCurrentWriter
      ? t('participation.writing_now')
      : isCreator
        ? t('participation.began_it')
        : t('participation.chapters', { count: chapterCount });
  const noted = use(Notes)(participant);
  const note = noted === undefined ? usual() : noted;
  return (
    <li>
      <Avatar name={username} src={avatar} colorIndex={number} />
      <MemberLink className="quiet" slug={slug}>
        {username}
      </MemberLink>
      {note !== null && <span className="small soft">{note}</span>}
    </li>
  );
}
