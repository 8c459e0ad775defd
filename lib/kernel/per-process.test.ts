import { expect, test, vi } from "vitest";
import { perProcess } from "./per-process";

test("state is made once", () => {
  const make = vi.fn(() => new Map());
  expect(perProcess("test.once", make)).toBe(perProcess("test.once", make));
  expect(make).toHaveBeenCalledTimes(1);
});

test("state is shared by every copy of the module", async () => {
  const first = perProcess("test.copies", () => ({ copy: 1 }));
  vi.resetModules();
  const copy = await import("./per-process");
  expect(copy.perProcess).not.toBe(perProcess);
  expect(copy.perProcess("test.copies", () => ({ copy: 2 }))).toBe(first);
});

test("undefined is state too", () => {
  const make = vi.fn(() => undefined);
  perProcess("test.undefined", make);
  perProcess("test.undefined", make);
  expect(make).toHaveBeenCalledTimes(1);
});
