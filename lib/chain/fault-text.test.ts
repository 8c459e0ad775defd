import { expect, test } from "vitest";
import { faultText } from "./fault-text";

test("a long text is cut, and can be stored in JSON also where a pair of surrogates was cut", () => {
  const text = faultText(new Error(`${"x".repeat(499)}😀`));
  expect(text).toBe(`${"x".repeat(499)}\ufffd`);
  expect(faultText(`${"x".repeat(498)}😀y\nz`)).toBe(`${"x".repeat(498)}😀`);
});
