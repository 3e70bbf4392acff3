/** What the Exit button says (`site/layout/your-menu.tsx`). */
export interface Exit {
  /** URL of the home page. */
  home: string;
  /** The toast after logging out. */
  said: string;
}
