/** Sends a public call that only reads. Returns its data. Throws if the call fails. */
export async function readPublic<Data>(path: string, query: Readonly<Record<string, string>>): Promise<Data> {
  const t = document.documentElement.lang.split('-')[0]!;
  const response = await fetch(`/api/${path}?${new URLSearchParams({ ...query, t })}`);
  if (!response.ok) throw new Error(path);
  return (await response.json()).data;
}
