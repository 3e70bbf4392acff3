import { useState } from 'react';
import { HOURS } from '#core/deadline.ts';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { lengthOf } from '#core/text.ts';
import { accountApi, type Me } from '#features/accounts/contract.ts';
import { BIO_MAX, USERNAME_MAX } from '#features/accounts/model/account-limits.ts';
import { bio, slug, username } from '#features/accounts/model/identity.ts';
import { me as ownAccount } from '#features/accounts/web/me.ts';
import { ApiForm, useApiForm } from '#web/api/api-form.tsx';
import { ApiError, call } from '#web/api/client.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import chips from '#web/ui/chip.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './account-settings.module.css';
import { AvatarField } from './avatar-field.tsx';
import { freeSlugsLike } from './free-slugs.ts';

const FIELDS = ['username', 'slug', 'bio'] as const;

const momentIn = (language: Language, at: string) =>
  new Date(at).toLocaleString(LANGUAGE_TAGS[language], { dateStyle: 'long', timeStyle: 'short', ...HOURS });

/** Edits the public profile: picture, username, profile URL and bio. */
export function EditProfile({ me, onClose }: { me: Me; onClose: () => void }) {
  const t = useT('account');
  const language = useLanguage();
  const [freeSlugs, setFreeSlugs] = useState<string[]>([]);
  const [values, setValues] = useState({ username: me.username, slug: me.slug, bio: me.bio });
  const change = (part: Partial<typeof values>) => setValues((before) => ({ ...before, ...part }));
  const count = (text: string, max: number) => t('account.count', { length: lengthOf(text.trim()), max });

  const form = useApiForm({
    // The unchanged slug isn’t validated again.
    rules: {
      username,
      slug: { ...slug, problem: (wanted) => (wanted === me.slug ? null : slug.problem(wanted)) },
      bio,
    },
    values,
    showsWhenLeft: true,
    failsIn: 'toast',
    send: async (sent) => {
      const changed = Object.fromEntries(FIELDS.filter((field) => sent[field] !== me[field]).map((f) => [f, sent[f]]));
      if (Object.keys(changed).length === 0) return onClose();
      ownAccount.set(await call(accountApi.updateInfo, changed));
      toast(t('account.saved'));
      onClose();
    },
    onShown: async (error) => {
      if (error instanceof ApiError && error.fields.slug) setFreeSlugs(await freeSlugsLike(values.slug.trim()));
    },
  });

  const chooseSlug = (wanted: string) => {
    change({ slug: wanted });
    setFreeSlugs([]);
  };

  return (
    <Dialog title={t('account.edit_profile')} onClose={onClose} wide>
      <ApiForm form={form} act={t('common.save')} onCancel={onClose}>
        <AvatarField me={me} />
        <TextField
          {...form.fields.of('username')}
          label={t('account.username')}
          help={t('account.username_help')}
          count={count(values.username, USERNAME_MAX)}
          autoComplete="nickname"
          value={values.username}
          onChange={({ target }) => change({ username: target.value })}
        />
        <TextField
          {...form.fields.of('slug')}
          label={t('account.slug')}
          help={
            me.slugFreeAt
              ? t('account.slug_free_at', { date: momentIn(language, me.slugFreeAt) })
              : t('account.slug_help')
          }
          readOnly={me.slugFreeAt !== null}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={values.slug}
          onChange={({ target }) => chooseSlug(target.value)}
        />
        {freeSlugs.length > 0 && (
          <p className={styles.free} role="status">
            {t('account.slug_free')}
            {freeSlugs.map((free) => (
              <button key={free} type="button" className={chips.chip} onClick={() => chooseSlug(free)}>
                {free}
              </button>
            ))}
          </p>
        )}
        <TextArea
          {...form.fields.of('bio')}
          label={t('account.bio')}
          help={t('account.bio_help')}
          count={count(values.bio, BIO_MAX)}
          value={values.bio}
          onChange={({ target }) => change({ bio: target.value })}
        />
      </ApiForm>
    </Dialog>
  );
}
