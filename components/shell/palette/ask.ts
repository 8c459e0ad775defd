const ASKED = "palette-asked";

/** Opens the palette, from wherever its button is. */
export function askForPalette(): void {
  window.dispatchEvent(new Event(ASKED));
}

/** Tells a listener when it is asked for; the answer ends it. */
export function onPaletteAsked(listener: () => void): () => void {
  window.addEventListener(ASKED, listener);
  return () => window.removeEventListener(ASKED, listener);
}
