export function MemberMenus() {
  return null;
}
