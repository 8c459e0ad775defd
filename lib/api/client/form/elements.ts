const isWritten = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** Returns the value of an element that differs from the rendered one, or undefined. */
function changedValue(element: Element): string | boolean | undefined {
  if (element instanceof HTMLInputElement && element.type === "checkbox")
    return element.checked === element.defaultChecked ? undefined : element.checked;
  if (element instanceof HTMLSelectElement) {
    const rendered = [...element.options].find((option) => option.defaultSelected);
    return element.value === (rendered ?? element.options[0])?.value ? undefined : element.value;
  }
  if (!isWritten(element) || element.type === "radio") return undefined;
  return element.value === element.defaultValue ? undefined : element.value;
}

/** Returns the names and values of the fields that a person, or the browser, changed before hydration. */
export function changedBeforeHydration(form: HTMLFormElement): [string, string | boolean][] {
  return [...form.elements].flatMap((element): [string, string | boolean][] => {
    const [name, value] = [element.getAttribute("name"), changedValue(element)];
    return name === null || value === undefined ? [] : [[name, value]];
  });
}

/** Focuses the first element of the form, in the order of the page, that has one of the names. */
export function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const first = [...form.elements].find((each) => names.includes(each.getAttribute("name") ?? ""));
  if (first instanceof HTMLElement) first.focus();
}
