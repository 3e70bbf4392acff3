import { Outlet } from 'react-router';
import { CookieBar, PhoneNotice } from './bars.tsx';
import { Footer } from './footer.tsx';
import styles from './reading.module.css';

/** A chapter page has the chapter and nothing beside it; its own bar leads back to the story. */
export default function ReadingLayout() {
  return (
    <div className={styles.reader}>
      <Outlet />
      <PhoneNotice />
      <Footer />
      <CookieBar still />
    </div>
  );
}
