import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RollSecret } from "./roll-secret";

test("a new secret is confirmed with what stays as it is", () => {
  const dialog = createElement(RollSecret, { onRolled() {}, onClose() {} });
  expect(renderToStaticMarkup(dialog)).toContain("The URL stays as it is, and so does a pause.");
});
