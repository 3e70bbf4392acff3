import { Outlet } from 'react-router';

/** The chapter editor brings its own bars; nothing else stands around it. */
export default function WritingLayout() {
  return <Outlet />;
}
