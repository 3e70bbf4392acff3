/**
 * Visitors are counted who agreed to it, each chapter that they open; nobody else is (product §9). Which one was counted
 * stands at the root, since this runs before React and again with it.
 */
export function countShownRead(): void {
  const { dataset } = document.documentElement;
  if (dataset.consent !== 'true' || 'member' in dataset) return;
  const described = document.querySelector<HTMLElement>('[data-place]')?.dataset.place;
  const chapterId = described && JSON.parse(described).chapterId;
  if (!chapterId || chapterId === dataset.counted) return;
  dataset.counted = chapterId;
  // A visit that could not be counted is nobody's loss.
  fetch('/api/reader/count_read', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chapterId }),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => {});
}
