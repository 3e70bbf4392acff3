export function FeedbackDialog(_: { onClose: () => void }) {
  return null;
}
