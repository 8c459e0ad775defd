import { expect, test, vi } from "vitest";

test("the setup before a file undoes the clock, the globals and the settings that another file left", async () => {
  await import("./setup-modules");
  vi.useFakeTimers();
  vi.stubGlobal("left", 1);
  process.env.LEFT = "1";
  vi.resetModules();
  await import("./setup-modules");
  expect(vi.isFakeTimers()).toBe(false);
  expect("left" in globalThis).toBe(false);
  expect(process.env.LEFT).toBeUndefined();
});
