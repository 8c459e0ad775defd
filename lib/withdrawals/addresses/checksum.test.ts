import { expect, test } from "vitest";
import { checksummed } from "./checksum";

const RIGHT = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

test.each([
  RIGHT,
  "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
  "0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED",
])("%s is accepted and shown with its checksum case", (address) => {
  expect(checksummed(address)).toBe(RIGHT);
});

test.each([
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD",
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee",
  "",
  "0x12",
  "vitalik.eth",
])("%j is mistyped or not an address", (address) => {
  expect(checksummed(address)).toBeUndefined();
});
