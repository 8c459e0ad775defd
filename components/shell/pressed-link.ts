/**
 * Returns the link of this service that a click follows in the same tab; undefined if something else has handled the click.
 */
export function pressedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isPlain =
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || event.defaultPrevented || !isPlain || link.target !== "") return undefined;
  return link.origin === window.location.origin ? link : undefined;
}
