import { afterEach, beforeEach, expect, test, vi } from "vitest";

const assign = vi.fn();
let module: typeof import("./session-ended");
let refused: (code: string) => Error;

beforeEach(async () => {
  vi.stubGlobal("window", { location: { pathname: "/users", search: "?skip=50", assign } });
  assign.mockReset();
  vi.resetModules();
  // The module has a state, and each test a page of its own.
  module = await import("./session-ended");
  const { ApiError } = await import("./api-error");
  refused = (code) => new ApiError({ code, text: "Refused." });
});
afterEach(() => vi.unstubAllGlobals());

test("a session that ended elsewhere leads to sign-in and back to this page", () => {
  module.signInIfEnded(refused("SESSION_REQUIRED"));
  expect(assign).toHaveBeenCalledExactlyOnceWith("/sign-in?next=%2Fusers%3Fskip%3D50");
});

test("other refusals stay on the page", () => {
  module.signInIfEnded(refused("FORBIDDEN"));
  module.signInIfEnded(new Error("broken"));
  expect(assign).not.toHaveBeenCalled();
});

test("a read that is refused because the person signs out does not keep the page for the next person", async () => {
  await module.signOutWith(async () => module.signInIfEnded(refused("SESSION_REQUIRED")));
  module.signInIfEnded(refused("SESSION_REQUIRED"));
  expect(assign).not.toHaveBeenCalled();
});

test("a sign-out that fails leaves the page as sensitive to an ended session as before", async () => {
  const failure = new Error("unreachable");
  await expect(module.signOutWith(() => Promise.reject(failure))).rejects.toBe(failure);
  module.signInIfEnded(refused("SESSION_REQUIRED"));
  expect(assign).toHaveBeenCalledOnce();
});
