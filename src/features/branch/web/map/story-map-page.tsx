import { Circle, CircleDot, Minus, Plus, Search } from 'lucide';
import {
  type ComponentProps,
  type FormEvent,
  memo,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { type Titled, titleTag } from '#features/stories/model/title-language.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import chip from '#web/ui/chip.module.css';
import { classNames } from '#web/ui/class-names.ts';
import field from '#web/ui/field.module.css';
import { Icon } from '#web/ui/icon.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Link } from '#web/ui/link.tsx';
import segments from '#web/ui/segments.module.css';
import { Spinner } from '#web/ui/spinner.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import type { StoryTree } from '../../contract.ts';
import type { Reading } from '../../model/map/collapse.ts';
import { findChapters } from '../../model/map/walk.ts';
import { buildTree } from '../../model/tree.ts';
import { fromColumns, type TreeColumns } from '../../model/tree-columns.ts';
import { LazyFold } from '../lazy-fold.tsx';
import { Outline } from '../outline.tsx';
import { FetchedMap } from './fetched-map.tsx';
import { FirstMap } from './first-map.tsx';
import { Legend } from './legend.tsx';
import { MapDataProvider, writersOf } from './map-data.ts';
import styles from './story-map-page.module.css';
import { useNarrow } from './use-narrow.ts';
import type { MapControls } from './wide-map.tsx';

const SHOWN = ['whole', 'near', 'outline'] as const;
type Shown = (typeof SHOWN)[number];

interface Props {
  story: { id: string; title: string; language: Language } & Titled;
  tree: Omit<StoryTree, 'chapters'> & { columns: TreeColumns };
  reading: Reading;
  canWrite: boolean;
  logo: ReactNode;
}

/**
 * The story map and its outline (product §5). The server sends the outline and a picture of the map. The script adds
 * the map itself: above the outline on wide screens, one tap away on narrow ones.
 */
export function StoryMapPage({ story, tree: sent, reading, canWrite, logo }: Props) {
  const t = useT('branch');
  const tag = titleTag(story, story);
  const tree = useMemo(() => buildTree(fromColumns(sent.columns)), [sent]);
  const data = useMemo(
    () => ({ story, tree, authors: sent.authors, reading, canWrite, ...writersOf(sent) }),
    [story, tree, sent, reading, canWrite],
  );
  const narrow = useNarrow();
  const hydrated = useHydrated();
  const [hasPicture, setHasPicture] = useState(!hydrated);
  const [wanted, setWanted] = useState<Shown | null>(null);
  const shown = wanted ?? (narrow ? 'outline' : 'whole');
  const [byAuthor, setByAuthor] = useState(false);
  const [percent, setPercent] = useState<number | null>(null);
  // Keeps the server’s picture until the map replaces it. React can’t render it again.
  if (hasPicture && (percent !== null || shown === 'outline')) setHasPicture(false);
  const map = useRef<MapControls>(null);
  const search = useSearch(data);
  // Read marks arrive late and must not delay the drawing.
  const marks = useDeferredValue(reading);
  const show = (next: Shown) => {
    setWanted(next);
    if (next === 'whole') map.current?.whole();
    if (next === 'near') map.current?.toYou();
  };
  const chapters = tree.nodes.length;
  const ends = tree.root?.ends ?? 0;
  const read = tree.nodes.filter(({ chapter }) => reading.read.has(chapter.id)).length;
  return (
    <>
      <header className={`${styles.bar} no-print`}>
        <div className="wrap">
          <Link className={styles.back} to={to.story({ storyId: story.id })}>
            {logo}
            <span lang={tag}>{story.title}</span>
          </Link>
          <SearchField search={search} onSearch={() => shown === 'outline' && setWanted('whole')} />
        </div>
      </header>
      <main id="main" className={classNames(styles.page, styles[shown], !wanted && styles.start)} data-hydrate="">
        <h1 className="hide">{t('map.page_title', { title: story.title })}</h1>
        <div className={`${styles.tools} no-print`}>
          <Switch shown={shown} onShow={show} />
          <div className={styles.zoom}>
            <Button kind="icon" aria-label={t('map.zoom_out')} onClick={() => map.current?.zoom(-1)}>
              <Icon of={Minus} />
            </Button>
            <output className="small num">{percent !== null && t('map.percent', { percent })}</output>
            <Button kind="icon" aria-label={t('map.zoom_in')} onClick={() => map.current?.zoom(1)}>
              <Icon of={Plus} />
            </Button>
          </div>
          <Button kind="bare" className={styles.toYou} onClick={() => map.current?.toYou()}>
            <Icon of={reading.hereId === null ? Circle : CircleDot} />
            {t('map.to_you')}
          </Button>
          <label className={`${chip.chip} ${styles.chip}`}>
            <input type="checkbox" checked={byAuthor} onChange={() => setByAuthor(!byAuthor)} />
            <span>{t('map.by_author')}</span>
          </label>
          <p className={`${styles.tally} small soft`}>{t('map.tally', { chapters, read, ends })}</p>
        </div>
        {!sent.whole && <p className={`${styles.note} small soft`}>{t('map.part', { count: chapters })}</p>}
        <section className={`${styles.stage} no-print`} aria-label={t('map.title')}>
          {shown !== 'outline' && chapters > 0 && (
            <MapDataProvider value={data}>
              {hasPicture && <FirstMap />}
              {hydrated && (
                <LazyBoundary waiting={hasPicture ? <Waiting /> : <Spinner />} onFailure={() => setWanted('outline')}>
                  <FetchedMap
                    ref={map}
                    byAuthor={byAuthor}
                    hits={search.hits}
                    hit={search.hit}
                    name={t('map.picture', { chapters, ends })}
                    onZoom={(next) => setPercent(Math.round(next))}
                  />
                </LazyBoundary>
              )}
            </MapDataProvider>
          )}
        </section>
        <div className={`${styles.legend} no-print`}>
          <Legend authors={sent.authors} byAuthor={byAuthor} />
        </div>
        <OutlineList story={story} tree={tree} authors={sent.authors} reservations={sent.reservations} {...marks} />
      </main>
    </>
  );
}

/** Announces that the map is loading, while its picture is already visible. */
function Waiting() {
  const t = useT();
  return (
    <p className="hide" role="status">
      {t('common.loading')}
    </p>
  );
}

/**
 * The outline with its heading. Memoized: rerendered with the page, it would have to be hydrated right away instead of
 * after the map is drawn.
 */
const OutlineList = memo(function OutlineList(props: ComponentProps<typeof Outline>) {
  const t = useT('branch');
  return (
    <section className={`wrap ${styles.list}`} id="outline">
      <h2>{t('outline.title')}</h2>
      <Suspense>
        <Outline Fold={LazyFold} {...props} />
      </Suspense>
    </section>
  );
});

function Switch({ shown, onShow }: { shown: Shown; onShow: (next: Shown) => void }) {
  const t = useT('branch');
  const name = useId();
  const labels: Record<Shown, string> = {
    whole: t('map.whole'),
    near: t('map.near'),
    outline: t('outline.title'),
  };
  return (
    <fieldset className={`${segments.seg} ${styles.seg}`}>
      <legend className="hide">{t('map.show')}</legend>
      {SHOWN.map((one) => (
        <label key={one} className={one === 'near' ? styles.notNarrow : undefined}>
          <input type="radio" name={name} checked={shown === one} onChange={() => onShow(one)} />
          {labels[one]}
        </label>
      ))}
    </fieldset>
  );
}

type FoundIn = Parameters<typeof findChapters>;
type SearchState = ReturnType<typeof useSearch>;

/** State of the search: its words, its hits, and the current hit. */
function useSearch({ tree, authors }: { tree: FoundIn[0]; authors: FoundIn[1] }) {
  const [words, setWords] = useState('');
  const [steps, setSteps] = useState(0);
  const asked = useDeferredValue(words);
  const hits = useMemo(() => findChapters(tree, authors, asked), [tree, authors, asked]);
  // Hits are deferred. An Enter that is pressed before they arrive counts once they are there.
  const at = asked === words && steps > 0 && hits.length > 0 ? ((steps - 1) % hits.length) + 1 : 0;
  return {
    words,
    hits,
    /** From 1. 0 until Enter selects a hit. */
    at,
    hit: hits[at - 1] ?? null,
    write(next: string) {
      setWords(next);
      setSteps(0);
    },
    step() {
      setSteps(steps + 1);
    },
  };
}

function SearchField({ search, onSearch }: { search: SearchState; onSearch: () => void }) {
  const t = useT('branch');
  const id = useId();
  const { words, hits, at } = search;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSearch();
    search.step();
  };
  return (
    <search className={styles.seek}>
      <form onSubmit={handleSubmit}>
        <label className="hide" htmlFor={id}>
          {t('map.find_label')}
        </label>
        <span className={styles.glass}>
          <Icon of={Search} />
        </span>
        <input
          id={id}
          type="search"
          className={field.input}
          placeholder={t('map.find')}
          value={words}
          onChange={(event) => search.write(event.currentTarget.value)}
        />
        <output className={`${styles.found} small num`}>
          {words.trim() !== '' && (hits.length === 0 ? t('map.none') : t('map.found', { at, count: hits.length }))}
        </output>
      </form>
    </search>
  );
}
