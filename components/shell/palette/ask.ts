const ASKED = "palette-asked";

export type Asked = "palette" | "shortcuts";

/** Opens the palette or the list of shortcuts from any button. */
export function askFor(what: Asked): void {
  window.dispatchEvent(new CustomEvent<Asked>(ASKED, { detail: what }));
}

/** Subscribes a listener to these requests; returns the function that unsubscribes. */
export function onAsked(listener: (what: Asked) => void): () => void {
  const onEvent = (event: Event) => listener((event as CustomEvent<Asked>).detail);
  window.addEventListener(ASKED, onEvent);
  return () => window.removeEventListener(ASKED, onEvent);
}
