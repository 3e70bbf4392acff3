import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { AnchorButton, Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useHref } from '#web/ui/link.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast.ts';
import { copyText } from '../copy-text.ts';
import { CardView } from './card-view.tsx';
import { canSend, send } from './send.ts';
import styles from './share-sheet.module.css';
import type { Selected, Shared } from './shared.ts';
import { useCard } from './use-card.ts';

interface Props {
  /** What is shared, such as `story-12`. */
  id: string;
  /** Of the page that is shared. */
  path: string;
  /** Reads what the page and its card say now. The page itself may be older. */
  load: () => Promise<Shared>;
  /** What the reader has selected in the text, as the quote of the card. */
  selected?: Selected | null;
  onClose: () => void;
}

/** Shares a page: by the share sheet of the system, as a link, by email, or as a card. */
export function ShareSheet(props: Props) {
  const t = useT('share');
  return (
    <Dialog title={t('share.title')} onClose={props.onClose}>
      <QueryProvider>
        <Loaded {...props} />
      </QueryProvider>
    </Dialog>
  );
}

function Loaded({ id, load, ...rest }: Props) {
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery({ queryKey: ['share', id], queryFn: load, staleTime: 0, gcTime: 0 });
  if (data) return <Ways shared={data} {...rest} />;
  if (error) return <LoadFailure sentence={errorText(error)} onRetry={() => void refetch()} />;
  return <Spinner />;
}

/** The URL of the page for search engines is the same for everyone, so it is the one to share. */
function useAddress(path: string): string {
  const href = useHref();
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  return canonical && new URL(canonical).pathname === path ? canonical : new URL(href(path), location.origin).href;
}

function Ways({ shared, path, selected = null }: { shared: Shared } & Pick<Props, 'path' | 'selected'>) {
  const t = useT('share');
  const field = useRef<HTMLInputElement>(null);
  const url = useAddress(path);
  const card = useCard(shared.card, selected);
  const { title } = shared;
  const copyByHand = (sentence: string) => {
    toast(sentence);
    field.current?.focus();
    field.current?.select();
  };
  const copy = async () => {
    if (await copyText(url)) toast(t('share.link_copied'));
    else copyByHand(t('share.copy_by_hand'));
  };
  const sendOn = async () => {
    if (!(await send({ title, url, picture: card?.picture.blob ?? null }))) copyByHand(t('share.not_sent'));
  };
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
  return (
    <>
      {card && <CardView {...card} />}
      <TextField ref={field} label={t('share.link')} readOnly value={url} onFocus={({ target }) => target.select()} />
      <div className={styles.ways}>
        {canSend() && (
          <Button kind="primary" onClick={() => void sendOn()}>
            {t('share.send')}
          </Button>
        )}
        <Button kind={canSend() ? 'plain' : 'primary'} onClick={() => void copy()}>
          {t('share.copy_link')}
        </Button>
        {card?.picture.url && (
          <AnchorButton href={card.picture.url} download="card.png">
            {t('share.save_card')}
          </AnchorButton>
        )}
        <AnchorButton kind="bare" href={mail}>
          {t('share.by_mail')}
        </AnchorButton>
      </div>
    </>
  );
}
