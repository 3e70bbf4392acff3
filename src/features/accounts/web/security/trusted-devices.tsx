import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusHeadingIfLost } from '#web/ui/focus.ts';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import settingList from '#web/ui/setting-list.module.css';
import { Time } from '#web/ui/time.tsx';
import { toast } from '#web/ui/toast.ts';
import { factorApi, type TrustedDevice } from '../../contract-factors.ts';
import { FACTORS } from './use-factors.ts';

/** The devices on which a login takes no second step. Nothing if there are none. */
export function TrustedDevices({ devices }: { devices: readonly TrustedDevice[] }) {
  const t = useT('security');
  if (devices.length === 0) return null;
  return (
    <Section title={t('security.trusted')}>
      <ul className={settingList.settings}>
        {devices.map((device) => (
          <Row key={device.id} device={device} />
        ))}
      </ul>
    </Section>
  );
}

function Row({ device: { id, browser, system, until, isThis } }: { device: TrustedDevice }) {
  const t = useT('security', 'errors');
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const known = browser && system ? t('security.trusted_device', { browser, system }) : (browser ?? system);
  const name = known ?? t('security.trusted_unknown');
  const distrust = async () => {
    setBusy(true);
    try {
      await call(factorApi.distrustDevice, { deviceId: id });
      toast(t('security.distrusted'));
    } catch (error) {
      toast(errorText(error));
    }
    await queryClient.invalidateQueries({ queryKey: FACTORS });
    setBusy(false);
    focusHeadingIfLost();
  };
  return (
    <li>
      <div>
        <b>{isThis ? t('security.trusted_here') : name}</b>
        <Meta>
          {isThis && <span>{name}</span>}
          <span>
            {t('security.trusted_until')} <Time at={until} kind="long" />
          </span>
        </Meta>
      </div>
      <Button
        small
        busy={isBusy}
        onClick={() => void distrust()}
        aria-label={t('security.distrust_of', { device: name })}
      >
        {t('security.distrust')}
      </Button>
    </li>
  );
}
