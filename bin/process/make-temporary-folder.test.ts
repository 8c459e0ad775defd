import { tmpdir } from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import { temporaryParent } from "./make-temporary-folder.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test("temporary files go to the folder of TMPDIR", () => {
  vi.stubEnv("TMPDIR", "/somewhere");
  expect(temporaryParent()).toBe("/somewhere");
});

test("without TMPDIR temporary files go to memory only while it has room", () => {
  vi.stubEnv("TMPDIR", undefined);
  expect(["/dev/shm", tmpdir()]).toContain(temporaryParent());
  vi.spyOn(process, "availableMemory").mockReturnValue(1024 ** 3);
  expect(temporaryParent()).toBe(tmpdir());
});
