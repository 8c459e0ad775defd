import { beforeEach, expect, test, vi } from "vitest";
import { propsOf, render, unmount } from "@/test/rendered";
import { CardActions } from "./card-actions";
import type { Card } from "./queries";

const submit = vi.fn();
vi.mock("react", async (original) => ({
  ...(await original<object>()),
  ...(await import("@/test/rendered")).hooks,
}));
vi.mock("@/components/ui/address", () => ({
  useAddress: () => ({ params: new URLSearchParams() }),
}));
vi.mock("@/lib/api/client/use-submission", () => ({ useSubmission: () => ({ submit }) }));
vi.mock("./card-number", () => ({ useCardNumber: () => ({}) }));

beforeEach(unmount);

const switchOf = (status: string) =>
  propsOf(
    render(() => CardActions({ card: { serviceCardId: "crd_1", status } as Card })),
    ({ children }) => children === (status === "frozen" ? "Unfreeze" : "Freeze"),
  ) as { onPointerDown?: () => void; onClick: () => void };

test("a card that is frozen elsewhere while somebody presses Freeze is not unfrozen", () => {
  switchOf("active").onPointerDown?.();
  switchOf("frozen").onClick();
  expect(submit).toHaveBeenLastCalledWith({ body: { serviceCardId: "crd_1", status: "freeze" } });
});

test("a card that is unfrozen elsewhere while somebody presses Unfreeze is not frozen", () => {
  switchOf("frozen").onPointerDown?.();
  switchOf("active").onClick();
  expect(submit).toHaveBeenLastCalledWith({ body: { serviceCardId: "crd_1", status: "unfreeze" } });
});
