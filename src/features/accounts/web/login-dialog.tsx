import type { LoginRequest } from './login-context.tsx';
export function LoginDialog(_: { request: LoginRequest; onClose: () => void }) {
  return null;
}
