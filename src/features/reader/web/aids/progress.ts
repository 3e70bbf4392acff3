/** How far a text is read: 0 at its start, 1 if its end is on the screen. `top` is that of the text in the window. */
export function shareRead({ top, height }: { top: number; height: number }, windowHeight: number): number {
  const hidden = height - windowHeight;
  return hidden <= 0 ? 1 : Math.min(1, Math.max(0, -top / hidden));
}

/** Describes how far a text is read and how long the rest takes, such as “40% · 3 min left”. */
export function describeProgress(share: number, minutes: number, timeLeft: string, language: string): string {
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(share);
  const rest = Math.ceil(minutes * (1 - share));
  if (rest === 0) return percent;
  // Not `formatUnit`: sharing it would make the aids load another file.
  const time = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'short' }).format(rest);
  return `${percent} · ${timeLeft.replace('{time}', language === 'ja' ? time.replace(/\s/, '') : time)}`;
}
