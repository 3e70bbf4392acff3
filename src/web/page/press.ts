/**
 * The dialogs that buttons in documents can open, by name, with their props. Each feature adds its own by declaration
 * merging, and provides the dialog in its web face (`web/feature.ts`).
 */
export interface Presses {}

/** Returns the attributes of a button in a document. A press before React is running is repeated afterwards. */
export function press<Name extends keyof Presses>(name: Name, props: Presses[Name]) {
  return { 'data-press': name, 'data-props': JSON.stringify(props) };
}
