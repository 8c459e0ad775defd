/**
 * Waits for a refusal of this kind and returns its text.
 *
 * @throws Error when the work succeeds, or fails for another reason: then it was not refused, only broken.
 */
export async function requireRefusal(
  what: string,
  work: Promise<unknown>,
  expected: RegExp,
): Promise<string> {
  const refusal = await work.then(
    () => "none",
    (error: Error) => error.message,
  );
  if (!expected.test(refusal)) throw new Error(`the refusal of ${what} is: ${refusal}`);
  return refusal;
}
