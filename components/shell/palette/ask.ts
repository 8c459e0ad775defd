const ASKED = "palette-asked";

/** Opens the palette from any button. */
export function askForPalette(): void {
  window.dispatchEvent(new Event(ASKED));
}

/** Subscribes a listener to requests to open the palette; returns the function that unsubscribes. */
export function onPaletteAsked(listener: () => void): () => void {
  window.addEventListener(ASKED, listener);
  return () => window.removeEventListener(ASKED, listener);
}
