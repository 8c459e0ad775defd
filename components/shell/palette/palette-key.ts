/** Returns the shortcut of the palette, as written on the reader's keyboard. */
export function paletteKey(): string {
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";
}
