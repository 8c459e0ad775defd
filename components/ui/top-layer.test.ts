import { afterEach, expect, test, vi } from "vitest";
import { hasOpenPopover } from "./top-layer";

afterEach(() => vi.unstubAllGlobals());

/** A page of a browser. Without popovers, a selector of them is a fault. */
function showPage({ hasPopovers = true, isOpen = false }): void {
  class Element {}
  if (hasPopovers) Object.assign(Element.prototype, { popover: null });
  vi.stubGlobal("HTMLElement", Element);
  const querySelector = () => {
    if (!hasPopovers) throw new SyntaxError("':popover-open' is not a valid selector");
    return isOpen ? {} : null;
  };
  vi.stubGlobal("document", { querySelector });
}

test.each([true, false])("tells whether a popover is open: %s", (isOpen) => {
  showPage({ isOpen });
  expect(hasOpenPopover()).toBe(isOpen);
});

test("none is open in a browser without popovers", () => {
  showPage({ hasPopovers: false });
  expect(hasOpenPopover()).toBe(false);
});
