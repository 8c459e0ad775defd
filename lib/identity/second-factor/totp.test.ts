import { Secret } from "otpauth";
import { describe, expect, test } from "vitest";
import { seal } from "@/lib/kernel/seal";
import { isTotpCode, newTotpSecret } from "./totp";

const owner = { personId: "prs_1", partnerId: null };
const context = { partnerId: "", rowId: "prs_1", field: "totp" };
/** RFC 6238, Appendix B: the secret of the SHA-1 vectors; codes are their last six digits. */
const secret = new Secret({ buffer: new TextEncoder().encode("12345678901234567890").buffer });
const sealed = seal(secret.base32, context);
const atSecond = (seconds: number) => new Date(seconds * 1000);

describe("a code", () => {
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at %d s equals the vector of RFC 6238", (seconds, code) => {
    expect(isTotpCode(sealed, owner, code, atSecond(seconds))).toBe(true);
  });

  test.each([
    [-31, false],
    [-30, true],
    [0, true],
    [29, true],
    [59, true],
    [60, false],
  ])("of the time step at 30 s, verified %d s later: %s", (offset, taken) => {
    expect(isTotpCode(sealed, owner, "287082", atSecond(30 + offset))).toBe(taken);
  });

  test.each(["", "28708", "2870822", "28708a", "٢٨٧٠٨٢", "287082\n", "-87082", "287.82", "0x2870"])(
    "must be six digits: refuses %j",
    (code) => {
      expect(isTotpCode(sealed, owner, code, atSecond(59))).toBe(false);
    },
  );

  test("may contain spaces", () => {
    expect(isTotpCode(sealed, owner, "287 082", atSecond(59))).toBe(true);
  });

  test("is correct only for the person for whom the secret was sealed", () => {
    for (const other of [
      { personId: "prs_2", partnerId: null },
      { personId: "prs_1", partnerId: "ptn_1" },
    ])
      expect(() => isTotpCode(sealed, other, "287082", atSecond(59))).toThrow();
  });
});

test("a new secret has 160 random bits, and the stored text does not contain it", () => {
  const made = Array.from({ length: 50 }, () => newTotpSecret(owner));
  expect(new Set(made.map((each) => each.secret)).size).toBe(50);
  for (const each of made) {
    expect(Secret.fromBase32(each.secret).bytes.length).toBe(20);
    expect(each.sealed).not.toContain(each.secret);
  }
});
