import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlainKey } from '#core/messages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { refresh } from '#web/navigation/refresh.ts';
import { Button } from '#web/ui/button.tsx';
import { usePassage } from './passage.ts';
import { RestrictDialog, type RestrictionRequest } from './restrict-dialog.tsx';

const OPENERS: Record<RestrictionRequest['action'], PlainKey> = {
  ban_story: 'moderation.ban_story',
  hide_chapter: 'moderation.hide',
  disqualify: 'moderation.take_out',
  take_down: 'moderation.take_down',
  suspend: 'moderation.suspend',
};

/** Opens the dialog to restrict something. Reloads the page afterwards. */
export function RestrictButton({ request }: { request: RestrictionRequest }) {
  const t = useT('moderation');
  const { onPointerDown, take } = usePassage();
  const [passage, setPassage] = useState<string | null>(null);
  const close = () => setPassage(null);
  const queryClient = useQueryClient();
  return (
    <>
      <Button small onPointerDown={onPointerDown} onClick={() => setPassage(take())}>
        {t(OPENERS[request.action])}
      </Button>
      {passage !== null && (
        <RestrictDialog
          request={request}
          passage={passage}
          onDone={() => {
            close();
            void refresh();
            // The page of a chapter that was hidden before stays the same.
            void queryClient.invalidateQueries({ queryKey: ['moderation', 'restriction'] });
          }}
          onClose={close}
        />
      )}
    </>
  );
}
