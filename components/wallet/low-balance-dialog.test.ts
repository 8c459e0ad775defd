import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { lastForm } from "@/test/contract-form";
import { LowBalanceDialog } from "./low-balance-dialog";

vi.mock("@/lib/api/client/form/use-contract-form", () => import("@/test/contract-form"));

const onClose = vi.fn();

function opened(threshold: number | undefined) {
  onClose.mockClear();
  renderToStaticMarkup(createElement(LowBalanceDialog, { threshold, onClose }));
  return lastForm();
}

test.each([500, undefined])("a threshold that was only read is not sent: %s", (threshold) => {
  const { initial, beforeSend } = opened(threshold);
  expect(beforeSend?.(initial)).toBe(true);
  expect(onClose).toHaveBeenCalledOnce();
});

test("a typed threshold is sent, and so is its removal", () => {
  const { beforeSend, input } = opened(500);
  expect(beforeSend?.({ threshold: "900" })).toBe(false);
  expect(beforeSend?.({ threshold: "" })).toBe(false);
  expect(input({ threshold: "" })).toEqual({ body: { threshold: null } });
  expect(onClose).not.toHaveBeenCalled();
});

test("text that is no amount is not taken for an empty one, which nobody changed", () => {
  const { beforeSend } = opened(undefined);
  expect(beforeSend?.({ threshold: "12,5" })).toBe(false);
  expect(beforeSend?.({ threshold: " " })).toBe(true);
});
