import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { lengthOf } from '#core/fields.ts';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { accountApi, type Me } from '#features/accounts/contract.ts';
import { BIO_MAX, USERNAME_MAX } from '#features/accounts/model/account-limits.ts';
import { bio, slug, username } from '#features/accounts/model/identity.ts';
import { ME } from '#features/accounts/web/use-me.ts';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useFieldText } from '#web/i18n/field-text.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import chips from '#web/ui/chip.module.css';
import { Dialog, DialogActs } from '#web/ui/dialog.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './account-settings.module.css';
import { AvatarField } from './avatar-field.tsx';
import { resolverOf } from './form-resolver.ts';
import { freeSlugsLike } from './free-slugs.ts';

interface Values {
  username: string;
  slug: string;
  bio: string;
}
const FIELDS = ['username', 'slug', 'bio'] as const;

const momentIn = (language: Language, at: string) =>
  new Date(at).toLocaleString(LANGUAGE_TAGS[language], { dateStyle: 'long', timeStyle: 'short' });

/** Picture, name, address and a few words: what everyone sees of a member. */
export function EditProfile({ me, onClose }: { me: Me; onClose: () => void }) {
  const t = useT('account');
  const language = useLanguage();
  const fieldText = useFieldText();
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [freeSlugs, setFreeSlugs] = useState<string[]>([]);
  // An address that stays is not asked about again.
  const schema = z.object({ username, bio, slug: z.union([z.literal(me.slug), slug]) });
  const { register, handleSubmit, watch, setError, setValue, formState } = useForm<Values>({
    defaultValues: { username: me.username, slug: me.slug, bio: me.bio },
    resolver: resolverOf(schema, fieldText),
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = formState;
  const typed = watch();
  const count = (text: string, max: number) => t('account.count', { length: lengthOf(text.trim()), max });

  const save = async (values: Values) => {
    const changed = Object.fromEntries(
      FIELDS.filter((field) => values[field] !== me[field]).map((f) => [f, values[f]]),
    );
    if (Object.keys(changed).length === 0) return onClose();
    try {
      queryClient.setQueryData(ME, await call(accountApi.updateInfo, changed));
      toast(t('account.saved'));
      onClose();
    } catch (error) {
      const wrong = error instanceof ApiError ? FIELDS.filter((field) => error.fields[field]) : [];
      if (!(error instanceof ApiError) || wrong.length === 0) return toast(errorText(error));
      for (const [i, field] of wrong.entries())
        setError(field, { message: error.fields[field]! }, { shouldFocus: i === 0 });
      if (wrong.includes('slug')) setFreeSlugs(await freeSlugsLike(values.slug));
    }
  };

  return (
    <Dialog title={t('account.edit_profile')} onClose={onClose} wide>
      <form className={styles.stack} noValidate onSubmit={handleSubmit(save)}>
        <AvatarField me={me} />
        <TextField
          label={t('account.username')}
          help={t('account.username_help')}
          count={count(typed.username, USERNAME_MAX)}
          error={errors.username?.message}
          autoComplete="nickname"
          {...register('username')}
        />
        <TextField
          label={t('account.slug')}
          help={
            me.slugFreeAt
              ? t('account.slug_free_at', { date: momentIn(language, me.slugFreeAt) })
              : t('account.slug_help')
          }
          error={errors.slug?.message}
          readOnly={me.slugFreeAt !== null}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...register('slug', { onChange: () => setFreeSlugs([]) })}
        />
        {freeSlugs.length > 0 && (
          <p className={styles.free} role="status">
            {t('account.slug_free')}
            {freeSlugs.map((free) => (
              <button
                key={free}
                type="button"
                className={chips.chip}
                onClick={() => {
                  setValue('slug', free, { shouldValidate: true, shouldTouch: true });
                  setFreeSlugs([]);
                }}
              >
                {free}
              </button>
            ))}
          </p>
        )}
        <TextArea
          label={t('account.bio')}
          help={t('account.bio_help')}
          count={count(typed.bio, BIO_MAX)}
          error={errors.bio?.message}
          {...register('bio')}
        />
        <DialogActs>
          <Button kind="bare" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={isSubmitting}>
            {t('common.save')}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
