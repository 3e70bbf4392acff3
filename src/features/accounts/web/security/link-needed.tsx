import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.ts';
import type { Me } from '../../contract.ts';
import { factorApi } from '../../contract-factors.ts';
import { BannerCall } from '../banner-call.tsx';

/** Offers a moderator whose rights rest the email with which they can set up a factor. */
export function LinkNeeded({ me }: { me: Me }) {
  const t = useT('security');
  return (
    <BannerCall
      label={t('security.send_link')}
      send={async () => {
        await call(factorApi.askEnrolment, {});
        toast(t('security.link_sent', { email: me.email }));
      }}
    >
      {t('security.link_needed')}
    </BannerCall>
  );
}
