import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ErrorPanel } from "./error-panel";
import type { Failure } from "./failure";

const failure: Failure = { code: "X", text: "No response.", isUnknown: true, effect: "change" };
const textOf = (changes: Partial<Failure>, remedy?: string): string => {
  const props = { title: "The key was not created", undone: "Nothing was made.", remedy };
  const html = renderToStaticMarkup(
    createElement(ErrorPanel, { ...props, failure: { ...failure, ...changes } }),
  );
  return html.replace(/<svg.*?<\/svg>/g, "").replace(/<[^>]*>/g, " ");
};

test("a refused change has its title and its consequence", () => {
  const text = textOf({ isUnknown: false });
  expect(text).toContain("The key was not created");
  expect(text).toContain("Nothing was made.");
  expect(text).not.toContain("unknown");
});

test("a change without a response does not claim that nothing was made", () => {
  const text = textOf({});
  expect(text).toContain("The result is unknown");
  expect(text).toContain("Check whether it was before you retry.");
  expect(text).not.toMatch(/not created|Nothing was made/);
  expect(textOf({}, "Check the list.")).toContain("may have been made. Check the list.");
});

test("a change that counts once can be sent again", () => {
  expect(textOf({ effect: "once" }, "Check the list.")).toContain("it counts only once");
});

test("a read without a response has its title, and no change to check", () => {
  const text = textOf({ effect: "none" });
  expect(text).toContain("The key was not created");
  expect(text).not.toMatch(/may have been made|Nothing was made/);
});

test("a change that was made, and could not be shown, does not claim the opposite", () => {
  const text = textOf({ isUnknown: false, isDone: true, text: "Reload the page." });
  expect(text).toContain("The change was made");
  expect(text).toContain("Reload the page.");
  expect(text).not.toMatch(/not created|Nothing was made|unknown/);
});
