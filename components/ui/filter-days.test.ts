import { beforeEach, expect, test, vi } from "vitest";
import { propsOf, render, unmount } from "@/test/rendered";
import { FilterDays } from "./filter-days";

const onChoose = vi.fn();
vi.mock("react", async (original) => ({
  ...(await original<object>()),
  ...(await import("@/test/rendered")).hooks,
}));

beforeEach(() => {
  unmount();
  onChoose.mockReset();
});

const shown = (first = "", last = "") => render(() => FilterDays({ first, last, onChoose }));
const field = (name: string) =>
  propsOf(shown(), ({ label }) => label === name) as {
    error?: string;
    onChange: (event: { target: { value: string } }) => void;
  };
const submit = () =>
  (shown().props as { onSubmit: (event: object) => void }).onSubmit({ preventDefault() {} });

test("days are chosen, and each can be left out", () => {
  shown("2026-11-01", "");
  submit();
  expect(onChoose).toHaveBeenLastCalledWith("2026-11-01", "");
});

test.each(["275760-09-13", "9999-12-31", "0020-01-01", "21.11.2026", "2026-02-30"])(
  "the day %s is refused with a text",
  (day) => {
    shown();
    for (const name of ["Start date", "End date"]) {
      field(name).onChange({ target: { value: day } });
      submit();
      expect(field(name).error).toContain("Enter a date");
      field(name).onChange({ target: { value: "" } });
    }
    expect(onChoose).not.toHaveBeenCalled();
  },
);
