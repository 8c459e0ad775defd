import { beforeEach, expect, test, vi } from "vitest";
import { propsOf, render, unmount } from "@/test/rendered";
import { goTo } from "./address";
import { MonthChoice } from "./month-choice";

vi.mock("react", async (original) => ({
  ...(await original<object>()),
  ...(await import("@/test/rendered")).hooks,
}));
vi.mock("./address", () => ({
  goTo: vi.fn(),
  useAddress: () => ({ withParams: ({ month }: { month: string }) => `?month=${month}` }),
}));

beforeEach(() => {
  unmount();
  vi.mocked(goTo).mockReset();
});

let month = "2026-11";
const field = () =>
  propsOf(
    render(() => MonthChoice({ month, isLast: false })),
    ({ label }) => label === "Month",
  ) as {
    value: string;
    error?: string;
    onChange: (event: { target: { value: string } }) => void;
    onBlur: () => void;
  };
const type = (value: string) => field().onChange({ target: { value } });

test("a month can be typed letter by letter where the browser has no picker", () => {
  month = "2026-11";
  for (const typed of ["2026-1", "2026-", "2026-0", "2026-09"]) {
    type(typed);
    expect(field().value).toBe(typed);
    if (typed !== "2026-09") expect(goTo).not.toHaveBeenCalled();
  }
  expect(goTo).toHaveBeenCalledExactlyOnceWith("?month=2026-09");
});

test("the field follows the address", () => {
  month = "2026-11";
  type("2026-1");
  month = "2026-10";
  expect(field().value).toBe("2026-10");
});

test("what is no month is refused with a text when the field is left", () => {
  month = "2026-11";
  type("September");
  expect(field().error).toBeUndefined();
  field().onBlur();
  expect(field().error).toContain("Enter a month");
  type("2026-09");
  expect(field().error).toBeUndefined();
  // An emptied field has the shown month again.
  type("");
  field().onBlur();
  expect(field()).toMatchObject({ value: "2026-11", error: undefined });
});
