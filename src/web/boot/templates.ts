/** Returns the template with this data attribute, which contains the URLs of its script. */
export function findTemplate(attribute: string): HTMLTemplateElement | null {
  return document.querySelector<HTMLTemplateElement>(`template[${attribute}]`);
}
