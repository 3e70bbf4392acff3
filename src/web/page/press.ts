/**
 * What the buttons of documents can open, by name, with the props of the dialog. Each feature adds its own by declaration
 * merging; `site/presses.tsx` lists the dialogs.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface Presses {}

/**
 * Attributes of a button in a document. A press before React listens is kept, and carried out once it does.
 */
export function press<Name extends keyof Presses>(name: Name, props: Presses[Name]) {
  return { 'data-press': name, 'data-props': JSON.stringify(props) };
}
