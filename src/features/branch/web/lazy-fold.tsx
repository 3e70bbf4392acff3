import { useEffect, useRef, useState } from 'react';
import { type FoldProps, RenderedFold } from './outline.tsx';

/**
 * A fold that renders its content when it is opened: of 2,000 chapters, nearly all are folded. For pages that start
 * React right away. Without script, everything is on the page.
 */
export function LazyFold({ summary, inside }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isExpanded, setExpanded] = useState(false);
  useEffect(() => {
    // Opened before React started.
    if (details.current?.open) setExpanded(true);
  }, []);
  return (
    <details ref={details} onToggle={({ currentTarget }) => currentTarget.open && setExpanded(true)}>
      {summary}
      {/* An element of this name can't hold another one. */}
      {isExpanded ? inside() : <noscript>{inside(RenderedFold)}</noscript>}
    </details>
  );
}
