import { useEffect } from 'react';
import type { NextAuthorField } from '#features/chapters/web/editor-page/editor-slots.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { PickPerson } from './pick-person.tsx';
import { useRelayViewer } from './use-relay.ts';

/** Who writes after this chapter, asked before it is sent (spec §6). Alone there is nothing to choose. */
export function NextAuthorPicker({ story, number, value, error, onChange }: NextAuthorField) {
  const t = useT('relay');
  const { data } = useRelayViewer(story.id);
  const candidates = data?.candidates;
  const isKnown = candidates?.some(({ id }) => id === value?.id) ?? true;
  useEffect(() => {
    // Whoever was chosen may have left meanwhile.
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
