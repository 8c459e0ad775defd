"use client";

import { useEffect } from "react";

const ROW = "li, tr";
const HEADING = "h1, h2, h3";
/** Long enough for a form, a dialog or a sheet that moves the focus itself when it closes. */
const OTHERS_FIRST_MS = 100;
const MAX_ATTEMPTS = 30;

/** The place of something that was removed from the page. */
type Place = Pick<MutationRecord, "target" | "removedNodes" | "previousSibling" | "nextSibling">;

/** Returns the place from which an element was removed, also where what surrounded it was removed too. */
function placeOf(lost: Node, records: readonly Place[]): Place | undefined {
  const place = records.find(({ removedNodes }) =>
    [...removedNodes].some((removed) => removed.contains(lost)),
  );
  return place && !place.target.isConnected ? placeOf(place.target, records) : place;
}

const isRow = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.isConnected && node.matches(ROW);

/** The row that lost a part, or the one beside a removed row. */
function rowAt({ target, removedNodes, previousSibling, nextSibling }: Place) {
  const around = target instanceof Element ? target.closest<HTMLElement>(ROW) : null;
  const wasRow = [...removedNodes].some((node) => node instanceof Element && node.matches(ROW));
  const beside = wasRow ? [nextSibling, previousSibling].find(isRow) : undefined;
  // A row that opens something has a link, which shows the focus.
  return beside?.querySelector<HTMLElement>("[data-row-link]") ?? beside ?? around;
}

const isBefore = (heading: Node, node: Node) =>
  (heading.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** The heading of what the place is in: the last one before it, otherwise the first one of the page or the dialog. */
function headingOf({ target, previousSibling }: Place, root: Element): HTMLElement | undefined {
  const at = previousSibling?.isConnected ? previousSibling : target;
  const shown = [...root.querySelectorAll<HTMLElement>(HEADING)].filter(
    (heading) => heading.getClientRects().length > 0,
  );
  const before = shown.filter(
    (heading) => isBefore(heading, at) || (at !== target && at.contains(heading)),
  );
  return before.at(-1) ?? shown[0];
}

/** Returns the element to focus after a removal. `before` had the focus earlier. */
function nextFocusOf(place: Place, before: EventTarget | null): HTMLElement | undefined {
  const { target } = place;
  const root = target instanceof Element ? target.closest("dialog, main") : null;
  // A notice over the page, which the person has closed.
  if (!root) return before instanceof HTMLElement && before.isConnected ? before : undefined;
  const row = rowAt(place);
  return row?.isConnected ? row : headingOf(place, root);
}

const isHere = (target: EventTarget | null) => target instanceof Node && target.isConnected;

/** Moves the focus to an element, also to one that is no control. Only a focus that shows scrolls the page to itself. */
function focusOn(element: HTMLElement, isShown: boolean): void {
  if (!element.hasAttribute("tabindex") && element.tabIndex < 0) {
    element.tabIndex = -1;
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  element.focus({ preventScroll: !isShown || element.matches(HEADING) });
}

/**
 * When the element that has the focus is removed from the page, such as a pressed "Clear filters" or a deleted row, moves the
 * focus to the next row, otherwise to the heading above. Without that the focus is lost: a screen reader starts again at
 * the top of the page. A form or dialog that moves the focus itself comes first.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let focused: EventTarget | null = document.activeElement;
    let before: EventTarget | null = null;
    // Whether the focus shows, as after a key. After a press it does not.
    let isShown = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const onFocus = ({ target }: FocusEvent) => {
      if (focused instanceof Element && focused.closest("main")) before = focused;
      focused = target;
      isShown = target instanceof Element && target.matches(":focus-visible");
    };
    // A press beside all controls takes the focus away too, and from an element that is still there.
    const onBlur = () =>
      setTimeout(() => {
        if (focused !== document.activeElement && isHere(focused)) focused = null;
      });
    document.addEventListener("focusin", onFocus, { signal });
    document.addEventListener("focusout", onBlur, { signal });
    // Part of the page may be loading: then its headings are hidden, and the place is looked for once more.
    const giveTo = (place: Place, attempts = MAX_ATTEMPTS) => {
      timer = setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const next = nextFocusOf(place, before);
        if (next) focusOn(next, isShown);
        else if (attempts > 1) giveTo(place, attempts - 1);
      }, OTHERS_FIRST_MS);
    };
    const observer = new MutationObserver((records) => {
      if (!(focused instanceof Node) || focused.isConnected) return;
      const place = placeOf(focused, records);
      focused = null;
      clearTimeout(timer);
      if (place) giveTo(place);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      leaving.abort();
    };
  }, []);
}
