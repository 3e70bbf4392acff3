const found = new Map<string, HTMLTemplateElement>();

/**
 * Returns the template with this data attribute, which contains the URLs of its script. Caches the element, because React
 * may remove elements that it didn't render.
 */
export function findTemplate(attribute: string): HTMLTemplateElement | undefined {
  const template = found.get(attribute) ?? document.querySelector<HTMLTemplateElement>(`template[${attribute}]`);
  if (template) found.set(attribute, template);
  return template ?? undefined;
}
