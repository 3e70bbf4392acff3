export function AccountDoor() {
  return null;
}
