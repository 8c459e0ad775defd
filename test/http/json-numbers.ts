import fc from "fast-check";

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const MAX_EXPONENT = 400;

/** A decimal as mantissa × 10^exponent, without trailing zeros in the mantissa. */
function exactValue(text: string): { mantissa: bigint; exponent: number } {
  const [digits = "", power = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = digits.split(".");
  let mantissa = BigInt((whole + fraction).replace("-", "")) * (text.startsWith("-") ? -1n : 1n);
  let exponent = Number(power) - fraction.length;
  if (mantissa === 0n) return { mantissa, exponent: 0 };
  while (mantissa % 10n === 0n) {
    mantissa /= 10n;
    exponent += 1;
  }
  return { mantissa, exponent };
}

/**
 * Returns the amount of a JSON text in micro-USD, computed by decimal arithmetic on the text. Returns null if the text
 * is not a number, has more than two decimals, or is outside the limits (in micro-USD).
 */
export function amountOf(text: string, minMicroUsd: bigint, maxMicroUsd: bigint): bigint | null {
  if (!NUMBER.test(text)) return null;
  const { mantissa, exponent } = exactValue(text);
  if (exponent < -2 || exponent > MAX_EXPONENT) return null;
  const microUsd = mantissa * 10n ** BigInt(exponent + 6);
  return microUsd >= minMicroUsd && microUsd <= maxMicroUsd ? microUsd : null;
}

/** JSON texts that software is known to have parsed wrongly. */
export const NOTORIOUS = [
  ..."5 5.0 5.00 4.99 4.999 5.005 5.01 1e1 1E1 1e+1 1000e-2 0.5e1 50e-1 10000 1e4 10000.00 10000.01 10000.001".split(
    " ",
  ),
  ..."0 -0 -5 0.0 0e9 1e-7 1e308 1E400 -1E400 5e-324 9007199254740993 123456789012345678901234567890".split(
    " ",
  ),
  ..."5.0000000000000001 5.00000000000000000000 9.99999999999999999999 10000.0000000000000001".split(
    " ",
  ),
  ..."1e0000000000000000001 5e99999999999999999999 5e-99999999999999999999 0.30000000000000004 0.1e2".split(
    " ",
  ),
  ...'null true false [] {} [5] {"amount":5} "5" "" "5.00" "NaN" "Infinity" "0x10" "５"'.split(" "),
];

const digits = (max: number) => fc.stringMatching(new RegExp(`^\\d{1,${max}}$`));
const natural = fc.nat(20_000).map(String);
const exponent = fc.tuple(fc.constantFrom("e", "E", "e+", "e-", "E-"), fc.nat(8));

/** JSON texts: mostly numbers near the valid amounts, and some other values. */
export const jsonAmountText = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(natural, digits(3)).map(([whole, part]) => `${whole}.${part}`) },
  {
    weight: 2,
    arbitrary: fc.tuple(natural, digits(25)).map(([whole, part]) => `${whole}.${part}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(natural, fc.nat(99), fc.nat(20))
      .map(
        ([whole, cents, zeros]) => `${whole}.${String(cents).padStart(2, "0")}${"0".repeat(zeros)}`,
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(natural, digits(4), exponent)
      .map(([whole, part, [e, power]]) => `${whole}.${part}${e}${power}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(1_000_000), fc.nat(1_000_000))
      .map(([a, b]) => String(a / 100 + b / 100)),
  },
  { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
  { weight: 1, arbitrary: fc.bigInt().map(String) },
  { weight: 1, arbitrary: natural.map((whole) => `-${whole}`) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.constantFrom(...NOTORIOUS) },
);
