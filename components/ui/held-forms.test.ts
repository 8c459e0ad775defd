import { expect, test } from "vitest";
import { HOLD_FORMS, releaseClick } from "./held-forms";

/** A button with the attributes that the script of the page sets. */
function buttonWith(...names: string[]) {
  const attributes = new Set(names);
  const button = {
    hasAttribute: (name: string) => attributes.has(name),
    setAttribute: (name: string) => void attributes.add(name),
    removeAttribute: (name: string) => void attributes.delete(name),
  } as unknown as HTMLElement;
  return { button, attributes };
}

test("a click before hydration is reported once, and the page gets later ones", () => {
  const { button, attributes } = buttonWith("data-held-click", "data-clicked");
  expect(releaseClick(button)).toBe(true);
  expect(releaseClick(button)).toBe(false);
  expect([...attributes]).toEqual(["data-held-click", "data-lives"]);
});

test("a button that was not clicked reports nothing", () => {
  expect(releaseClick(buttonWith("data-held-click").button)).toBe(false);
  expect(HOLD_FORMS).toContain("[data-held-click]:not([data-lives])");
});
