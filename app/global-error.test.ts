import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import ApplicationFailed from "./global-error";

test("the last error page says what to do next, what to quote, and where the state of the service is", () => {
  const error = Object.assign(new Error("no database"), { digest: "req_1" });
  const html = renderToStaticMarkup(createElement(ApplicationFailed, { error, retry() {} }));
  expect(html).toContain("No changes were made. Try again.");
  expect(html).toContain("req_1");
  expect(html).toMatch(/<button[^>]*>Try again</);
  expect(html).toContain('href="/status"');
  expect(html).not.toContain("no database");
});
