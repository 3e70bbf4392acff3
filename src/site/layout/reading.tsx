import type { ReactNode } from 'react';
import { CookieBar, PhoneNotice } from './bars.tsx';
import { Footer } from './footer.tsx';
import styles from './reading.module.css';

/** A chapter page has the chapter and nothing beside it; its own bar leads back to the story. */
export function ReadingLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.reader}>
      {children}
      <PhoneNotice />
      <Footer />
      <CookieBar still />
    </div>
  );
}
