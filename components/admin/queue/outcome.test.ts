import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { exampleAdminWithdrawal } from "@/lib/backoffice/schema";
import { Outcome } from "./outcome";
import type { QueuedWithdrawal } from "./queries";

const withdrawal = exampleAdminWithdrawal as QueuedWithdrawal;
const shown = (isEmpty: boolean) =>
  renderToStaticMarkup(
    createElement(Outcome, { withdrawal, decided: "approve", onNext: undefined, isEmpty }),
  );

test("the queue is called empty only after it was read", () => {
  expect(shown(true)).toContain("Queue is empty. Back to queue");
  const unread = shown(false);
  expect(unread).toContain("Back to queue");
  expect(unread).not.toContain("empty");
});
