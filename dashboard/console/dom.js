/** Creates all elements of the page. Text is inserted as text, never as markup, so it cannot run as code. */

/** `part('li', {class: 'x', hidden: false}, 'text', child, …)` */
export function part(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ''));
  return element;
}

export function svgPart(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element ${id}`);
  return element;
}

/** Writes only changed text: otherwise screen readers would read an unchanged live region again. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** "patient_consult" -> "Patient consult" */
export function words(name) {
  const text = String(name).replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A date is shown as it is; a date with a time is shown in the reader's own time zone. */
export function timePart(iso, style = { dateStyle: 'medium', timeStyle: 'short' }) {
  const instant = /T\d/.test(iso) ? new Date(iso) : null;
  const known = instant && !Number.isNaN(instant.getTime());
  const text = known ? instant.toLocaleString(undefined, style) : iso;
  return part('time', { datetime: iso }, text);
}

function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : value);
  }
}
