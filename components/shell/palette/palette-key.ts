/** The key that opens the palette, as it is written on the reader's keyboard. */
export function paletteKey(): string {
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";
}
