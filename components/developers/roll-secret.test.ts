import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RollSecret } from "./roll-secret";

test("a new secret is confirmed with the URL that is set again", () => {
  const webhookUrl = "https://example.com/hooks";
  const dialog = createElement(RollSecret, { webhookUrl, onRolled() {}, onClose() {} });
  expect(renderToStaticMarkup(dialog)).toContain(webhookUrl);
});
