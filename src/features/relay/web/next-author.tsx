import { useEffect } from 'react';
import type { NextAuthorField } from '#features/chapters/web/editor-page/editor-slots.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { PickPerson } from './pick-person.tsx';
import { useRelayViewer } from './use-relay.ts';

/**
 * Asks who writes after this chapter, before it is submitted (spec §6). If there are no other writers, there is nothing
 * to choose.
 */
export function NextAuthorPicker({ story, number, value, error, onChange }: NextAuthorField) {
  const t = useT('relay');
  const { data } = useRelayViewer(story.id);
  const candidates = data?.candidates;
  const isKnown = candidates?.some(({ id }) => id === value?.id) ?? true;
  useEffect(() => {
    // The selected writer may have left since.
    if (candidates && (value === null || !isKnown)) onChange(candidates[0] ?? null);
  }, [candidates, value, isKnown, onChange]);
  if (!candidates) return null;
  if (candidates.length === 0) return <p className="soft">{t('relay.alone')}</p>;
  return (
    <PickPerson
      legend={t('relay.who_writes', { number: number + 1 })}
      people={candidates}
      value={value?.id ?? null}
      noteOf={(_seat, place) => place === 0 && t('relay.waited_longest')}
      error={error}
      onChange={onChange}
    />
  );
}
