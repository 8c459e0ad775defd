import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ReplayEvents } from "./replay-events";

vi.mock("next/navigation", () => ({}));
vi.mock("@/lib/api/client/form/use-contract-form", () => import("@/test/contract-form"));
let counts: object;
vi.mock("./queries", () => ({ useReplayable: () => counts }));

const NUMBERS = { failed: 3, pending: 1, not_sent: 35 };
const COUNTED = { data: NUMBERS, error: null, isPending: false, isPlaceholderData: false };

/** Renders the dialog while the counts are in this state, and returns its text and its button. */
function shown(state: object) {
  counts = state;
  const dialog = renderToStaticMarkup(createElement(ReplayEvents, { onClose() {} }));
  const [button = ""] = /<button type="submit".*?<\/button>/.exec(dialog) ?? [];
  return { dialog, button, isDisabled: button.includes(`aria-disabled="true"`) };
}

test("the events of the chosen filters are counted before they are sent", () => {
  const { dialog, button, isDisabled } = shown(COUNTED);
  expect(dialog).toContain("Failed (3)");
  expect(button).toContain("Replay 3 events");
  expect(isDisabled).toBe(false);
});

test.each([
  ["another choice", { ...COUNTED, isPlaceholderData: true }],
  ["the first choice", { ...COUNTED, data: undefined, isPending: true }],
])("while the events of %s are counted, no number is shown and nothing can be sent", (_, state) => {
  const { dialog, isDisabled } = shown(state);
  expect(dialog).toContain("Failed (…)");
  expect(dialog).not.toContain("3 events");
  expect(isDisabled).toBe(true);
});

test("events that could not be counted can still be sent", () => {
  const error = new Error("no response");
  expect(shown({ ...COUNTED, data: undefined, error }).isDisabled).toBe(false);
});
