import { Outlet } from 'react-router';

/** The writing room brings its own bars; nothing else stands around it. */
export default function WritingLayout() {
  return <Outlet />;
}
