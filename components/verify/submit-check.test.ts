import { afterEach, expect, test, vi } from "vitest";
import { submitCheck } from "./submit-check";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a submission that gets no response ends, and can be repeated", async () => {
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
  vi.stubGlobal(
    "fetch",
    (_: unknown, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        if (signal?.aborted) reject(signal.reason);
      }),
  );
  expect(await submitCheck("token", {})).toEqual({ kind: "failed", requestId: undefined });
});
