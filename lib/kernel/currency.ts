/** ISO 4217 currencies whose smallest unit is not a hundredth. */
const EXPONENTS: Readonly<Record<string, number>> = Object.fromEntries([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
    .split(" ")
    .map((code) => [code, 0]),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3]),
  ..."CLF UYW".split(" ").map((code) => [code, 4]),
]);

const DEFAULT_EXPONENT = 2;

/**
 * Converts an amount in the smallest unit of a currency to a decimal number: 1250 are `12.50` EUR, `1250` JPY and
 * `1.250` KWD. Not by `Intl`, whose digits differ from ISO 4217 for some currencies.
 */
export function decimalFromMinor(amountMinor: bigint, currency: string): string {
  const exponent = EXPONENTS[currency] ?? DEFAULT_EXPONENT;
  const sign = amountMinor < 0n ? "-" : "";
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor)
    .toString()
    .padStart(exponent + 1, "0");
  const major = digits.slice(0, digits.length - exponent);
  const minor = digits.slice(digits.length - exponent);
  return `${sign}${major}${minor === "" ? "" : `.${minor}`}`;
}
