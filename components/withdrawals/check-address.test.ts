import { expect, test } from "vitest";
import { checksumError } from "./check-address";

test.each([
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
  "0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED",
  "",
  "0x12",
  "vitalik.eth",
])("%j has no wrong capitals", (address) => {
  expect(checksumError(address)).toBeUndefined();
});

test.each([
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD",
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee",
])("%s is mistyped", (address) => {
  expect(checksumError(address)).toMatch(/mistyped/);
});
