export default function PlaceholderRoute() {
  return <p data-hydrate>soon</p>;
}
