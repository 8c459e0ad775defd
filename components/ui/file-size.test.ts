import { expect, test } from "vitest";
import { fileSize } from "./file-size";

test.each([
  [1, "1 B"],
  [999, "999 B"],
  [182_340, "182 kB"],
  [5_000_000, "5.0 MB"],
])("%i bytes are shown as %s", (sizeBytes, text) => {
  expect(fileSize(sizeBytes)).toBe(text);
});
