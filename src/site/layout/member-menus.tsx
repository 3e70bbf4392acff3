import { Bell } from '#features/messages/web/bell.tsx';
import { QueryProvider } from '#web/api/query.tsx';
import { YourMenu } from './your-menu.tsx';

/** What the head of the site holds for members. It is fetched once somebody is signed in. */
export function MemberMenus() {
  return (
    <QueryProvider>
      <Bell />
      <YourMenu />
    </QueryProvider>
  );
}
