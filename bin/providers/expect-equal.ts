/** @throws Error that says what differs. */
export function expectEqual(found: unknown, expected: unknown, what: string): void {
  if (found !== expected) throw new Error(`${what} is ${found} instead of ${expected}`);
}
