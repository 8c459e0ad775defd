import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { lastForm } from "@/test/contract-form";
import { EndpointUrl } from "./endpoint-url";

vi.mock("@/lib/api/client/form/use-contract-form", () => import("@/test/contract-form"));

const URL = "https://example.com/hooks";

/** Returns whether the form sends a typed URL, which replaces the signing secret. */
function sends(saved: string | null, webhookUrl: string): boolean {
  renderToStaticMarkup(createElement(EndpointUrl, { webhookUrl: saved, onSecret() {} }));
  return lastForm().beforeSend?.({ webhookUrl }) !== true;
}

test("a URL that was only read is not sent", () => {
  expect(sends(URL, URL)).toBe(false);
  expect(sends(URL, ` ${URL} `)).toBe(false);
});

test("a first URL and another one are sent", () => {
  expect(sends(null, URL)).toBe(true);
  expect(sends(URL, `${URL}/2`)).toBe(true);
});
