import { expect, test } from "vitest";
import { attack } from "./attack";

/** The SQLSTATE of the rules that the database's own constraints cannot say. */
export const REFUSED = "PW003";

/** Neither the service's role nor the owner comes through. */
export async function refusedToBoth(statements: string[], code = REFUSED): Promise<void> {
  expect(await attack({ role: "app", statements })).toBe(code);
  expect(await attack({ role: "owner", statements })).toBe(code);
}

interface Refused {
  what: string;
  statements: () => string[];
  /** What takes away the rule that refuses it. */
  without: string[];
}

/** A test of each that it is refused, and one that no other rule refuses it. */
export function refuses(attacks: Refused[]): void {
  test.each(attacks)("$what", async ({ statements }) => {
    await refusedToBoth(statements());
  });
  test.each(attacks)("$what: by that rule, and by no other", async ({ statements, without }) => {
    expect(await attack({ role: "app", statements: statements(), after: without })).toBe("through");
  });
}
