import { useState } from 'react';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import type { Me } from '../../contract.ts';
import { factorApi } from '../../contract-factors.ts';

/** Offers a moderator whose rights rest the email with which they can set up a factor. */
export function LinkNeeded({ me }: { me: Me }) {
  const t = useT('security', 'errors');
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await call(factorApi.askEnrolment, {});
      toast(t('security.link_sent', { email: me.email }));
    } catch (error) {
      toast(errorText(error));
    }
    setBusy(false);
  };
  return (
    <Banner
      kind="warn"
      action={
        <Button small busy={isBusy} onClick={() => void send()}>
          {t('security.send_link')}
        </Button>
      }
    >
      {t('security.link_needed')}
    </Banner>
  );
}
