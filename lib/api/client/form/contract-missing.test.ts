import { expect, test, vi } from "vitest";
import { contractErrors, preloadContract } from "./contract-errors";

vi.mock("@/lib/cards/contract", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

test("a form whose contract cannot be loaded has no errors of its own, so the service validates", async () => {
  expect(await contractErrors("fundCard", { amount: "much" })).toEqual({});
  expect(() => preloadContract("fundCard")).not.toThrow();
});
