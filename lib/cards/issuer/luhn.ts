function luhnSum(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum;
}

/** Returns the check digit of a card number whose other digits are given (ISO/IEC 7812-1). */
export function luhnCheckDigit(digits: string): string {
  return String((10 - (luhnSum(`${digits}0`) % 10)) % 10);
}

/** Whether the check digit of a card number is correct. */
export function isLuhnValid(number: string): boolean {
  return /^\d{12,19}$/.test(number) && luhnSum(number) % 10 === 0;
}
