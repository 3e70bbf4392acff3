const KEYWORDS = new Set(
  'and or unless by without on ignoring group_left group_right offset bool start end inf nan atan2'.split(' '),
);

/** Returns the metrics that a PromQL expression reads, each once. It must be valid. */
export function metricsIn(expression: string): string[] {
  const bare = expression
    // Values, and labels with what they are compared with.
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '')
    .replace(/\{[^}]*\}/g, ' ')
    // Ranges, and labels to group by.
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ');
  const names = bare.matchAll(/(?<![\w.:])[a-zA-Z_:][\w:]*(?!\w)(?!\s*\()/g);
  return [...new Set([...names].map(([name]) => name).filter((name) => !KEYWORDS.has(name.toLowerCase())))];
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
  readonly panels?: readonly Panel[];
}

/** Returns the expressions of a Grafana board, with a range where Grafana puts one. */
export function expressionsOf({ panels = [] }: { panels?: readonly Panel[] }): string[] {
  return panels.flatMap((panel) => [
    ...(panel.targets ?? []).map(({ expr }) => expr.replaceAll(/\$__(?:rate_interval|interval|range)/g, '5m')),
    ...expressionsOf(panel),
  ]);
}
