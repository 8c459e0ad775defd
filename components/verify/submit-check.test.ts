import { afterEach, expect, test, vi } from "vitest";
import { silenceFetch } from "@/test/silent-fetch";
import { submitCheck } from "./submit-check";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a submission that gets no response ends, and can be repeated", async () => {
  silenceFetch();
  expect(await submitCheck("token", {})).toEqual({ kind: "failed", requestId: undefined });
});
