import { describe, expect, test } from "vitest";
import { firstFees, replacementFees, WEI_PER_GWEI } from "./fees";

const gwei = (count: number) => BigInt(count) * WEI_PER_GWEI;
const CAP = gwei(100);
const market = (base: number, tip = 1) => ({
  baseFeePerGasWei: gwei(base),
  priorityFeePerGasWei: gwei(tip),
});
/** The rule of nodes for replacements: both fees a tenth higher, and higher at all. */
const isTaken = (before: bigint, after: bigint) => after > before && after * 10n >= before * 11n;

describe("a first transaction", () => {
  test("can be mined until the base fee has doubled", () => {
    expect(firstFees(market(10), CAP)).toEqual({
      maxFeePerGasWei: gwei(21),
      maxPriorityFeePerGasWei: gwei(1),
    });
  });
  test("offers no more than the cap", () => {
    expect(firstFees(market(80), CAP)?.maxFeePerGasWei).toBe(CAP);
  });
  test("is not sent when the network requires more than the cap", () => {
    expect(firstFees(market(99), CAP)).toBeDefined();
    expect(firstFees(market(100), CAP)).toBeUndefined();
    expect(firstFees(market(1, 100), CAP)).toBeUndefined();
  });
});

describe("a replacement", () => {
  test.each([0n, 1n, 2n, 7n, 8n, 9n, 1_000n, 1_000_000_007n, gwei(50)])(
    "of fees of %s wei is accepted by nodes",
    (wei) => {
      const before = { maxFeePerGasWei: wei, maxPriorityFeePerGasWei: wei };
      const after = replacementFees(
        before,
        { baseFeePerGasWei: 0n, priorityFeePerGasWei: 0n },
        CAP,
      );
      expect(isTaken(wei, after?.maxFeePerGasWei ?? 0n)).toBe(true);
      expect(isTaken(wei, after?.maxPriorityFeePerGasWei ?? 0n)).toBe(true);
    },
  );
  test("offers the current price when that is higher", () => {
    const before = { maxFeePerGasWei: gwei(3), maxPriorityFeePerGasWei: gwei(1) };
    expect(replacementFees(before, market(40, 2), CAP)).toEqual({
      maxFeePerGasWei: gwei(82),
      maxPriorityFeePerGasWei: gwei(2),
    });
  });
  test("never has a tip above its maximum fee", () => {
    const before = { maxFeePerGasWei: gwei(8), maxPriorityFeePerGasWei: gwei(8) };
    const after = replacementFees(before, market(0, 0), CAP);
    expect(after?.maxFeePerGasWei).toBeGreaterThanOrEqual(after?.maxPriorityFeePerGasWei ?? CAP);
  });
  test("waits at the cap", () => {
    const before = { maxFeePerGasWei: gwei(90), maxPriorityFeePerGasWei: gwei(1) };
    expect(replacementFees(before, market(10), CAP)).toBeUndefined();
    const low = { maxFeePerGasWei: gwei(20), maxPriorityFeePerGasWei: gwei(1) };
    expect(replacementFees(low, market(100), CAP)).toBeUndefined();
    expect(replacementFees(low, market(80), CAP)?.maxFeePerGasWei).toBe(CAP);
  });
});
