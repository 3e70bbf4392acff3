/** Whether the user wants no motion. */
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Maximum duration of a moment, in ms. */
export const MOMENT = 600;
