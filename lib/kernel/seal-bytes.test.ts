import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { sealBytes, unsealBytes } from "./seal-bytes";

const context = { partnerId: "ptn_1", rowId: "dfl_1", field: "fileKey" };

test.each([0, 1, 70_000])("%i bytes are returned as they were sealed", (length) => {
  const plain = randomBytes(length);
  const sealed = sealBytes(plain, context);
  expect(Buffer.from(unsealBytes(sealed, context))).toEqual(plain);
  if (length > 1) expect(Buffer.from(sealed.bytes).includes(plain.subarray(0, 64))).toBe(false);
});

test("sealed bytes of another row, with another key or altered are refused", () => {
  const sealed = sealBytes(Buffer.from("a receipt"), context);
  const other = sealBytes(Buffer.from("another receipt"), context);
  expect(() => unsealBytes(sealed, { ...context, rowId: "dfl_2" })).toThrow();
  expect(() => unsealBytes({ ...sealed, keySealed: other.keySealed }, context)).toThrow();
  const altered = Buffer.from(sealed.bytes);
  altered.writeUInt8(altered.readUInt8(altered.length - 1) ^ 1, altered.length - 1);
  expect(() => unsealBytes({ ...sealed, bytes: altered }, context)).toThrow();
});
