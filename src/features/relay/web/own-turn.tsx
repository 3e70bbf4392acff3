import { useMe } from '#features/accounts/web/use-me.ts';
import { CurrentWriter, type CurrentWriterProps } from './current-writer.tsx';

/** Replaces the name of the current writer for that member. The cached page is the same for all. */
export function OwnTurn(props: CurrentWriterProps) {
  const { data: me } = useMe();
  return <CurrentWriter {...props} isYou={me?.id === props.userId} />;
}
