import { Camera } from 'lucide';
import { Suspense, useRef, useState } from 'react';
import { IMAGE_SIDE_MIN } from '#core/images.ts';
import { accountApi, type Me } from '#features/accounts/contract.ts';
import { me as ownAccount } from '#features/accounts/web/me.ts';
import { ApiError, call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { later } from '#web/ui/later.tsx';
import { CompressionError, compressPicture, PICTURE_BYTES, PICTURE_TYPES } from '#web/ui/picture/compress-picture.ts';
import type { PicturePart } from '#web/ui/picture/picture-part.ts';
import styles from './account-settings.module.css';

const CropDialog = later(() => import('#web/ui/picture/crop-dialog.tsx').then((m) => m.CropDialog), ['picture']);
const AVATAR_SHAPE = { width: 512, height: 512 };

/** Field for the profile picture. Crops it to a square, scales it down on the device and uploads it right away. */
export function AvatarField({ me }: { me: Me }) {
  const t = useT('account', 'picture');
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const choose = (chosen: File) => {
    setFailure(null);
    if (PICTURE_TYPES.includes(chosen.type)) setFile(chosen);
    else setFailure(t('picture.types'));
  };
  const send = async (picture: File, part: PicturePart) => {
    setFile(null);
    setShare(0);
    try {
      const blob = await compressPicture({ file: picture, part, shape: AVATAR_SHAPE, limit: PICTURE_BYTES });
      ownAccount.set(await call(accountApi.uploadAvatar, {}, { file: blob, onProgress: setShare }));
    } catch (error) {
      if (error instanceof CompressionError) setFailure(t('picture.compression_failed'));
      else if (error instanceof ApiError && error.status > 0)
        setFailure(t('account.avatar_failed_because', { reason: error.message }));
      else setFailure(t('account.avatar_failed'));
    }
    setShare(null);
  };

  return (
    <>
      <div className={styles.line}>
        <Avatar name={me.username} src={me.avatar} size="big" />
        <Button small busy={share !== null} onClick={() => input.current?.click()}>
          {share === null && <Icon of={Camera} />}
          {t('account.choose_picture')}
        </Button>
        {share === null ? (
          <span className="small soft">{t('account.picture_help', { min: IMAGE_SIDE_MIN })}</span>
        ) : (
          <progress max={1} value={share} aria-label={t('account.picture_sending')} />
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={PICTURE_TYPES.join()}
          onChange={({ target }) => {
            const chosen = target.files?.[0];
            target.value = '';
            if (chosen) choose(chosen);
          }}
        />
      </div>
      {failure && <Banner kind="danger">{failure}</Banner>}
      <Suspense>
        {file && (
          <CropDialog
            file={file}
            title={t('account.picture_part')}
            aspect={1}
            round
            keepLabel={t('common.cancel')}
            onUse={(part) => void send(file, part)}
            onClose={() => setFile(null)}
            onUnreadable={() => {
              setFile(null);
              setFailure(t('picture.compression_failed'));
            }}
          />
        )}
      </Suspense>
    </>
  );
}
