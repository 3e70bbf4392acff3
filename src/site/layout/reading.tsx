import type { ReactNode } from 'react';
import { CookieBar, PhoneNotice } from './bars.tsx';
import { Footer } from './footer.tsx';
import styles from './reading.module.css';

/** Layout of chapter pages: only the chapter, whose own bar links to the story. */
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
