import { expect, test, vi } from "vitest";
import { oncePerProcess } from "./once-per-process";

test("a value stays when all modules are loaded anew", async () => {
  const first = oncePerProcess("a value of a test", () => ({}));
  vi.resetModules();
  const copy = await import("./once-per-process");
  expect(copy.oncePerProcess).not.toBe(oncePerProcess);
  expect(copy.oncePerProcess("a value of a test", () => ({}))).toBe(first);
});

test("a value that failed to load is loaded again", async () => {
  const failing = () => Promise.reject(new Error("unreachable"));
  await expect(oncePerProcess("a loaded value", failing)).rejects.toThrow("unreachable");
  expect(await oncePerProcess("a loaded value", () => Promise.resolve("loaded"))).toBe("loaded");
});
