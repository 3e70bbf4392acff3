import { LANGUAGE_TAGS } from '#core/languages.ts';
import { call } from '#web/api/client.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.ts';
import { factorHelpApi } from '../../contract-factor-help.ts';
import { BannerCall } from '../banner-call.tsx';
import { useFactorsChanged } from './use-factors.ts';

/** Tells a member that an administrator’s help will remove their second factors, with a button that stops it. */
export function FactorsRemoved({ at }: { at: string }) {
  const t = useT('security', 'errors');
  const tag = LANGUAGE_TAGS[useLanguage()];
  const changed = useFactorsChanged();
  return (
    <BannerCall
      label={t('security.keep_factors')}
      send={async () => {
        await call(factorHelpApi.keep, {});
        toast(t('security.factors_kept'));
        await changed();
      }}
    >
      {t('security.removal', { date: new Date(at).toLocaleDateString(tag, { dateStyle: 'long' }) })}
    </BannerCall>
  );
}
