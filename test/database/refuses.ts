import { expect, test } from "vitest";
import { attack } from "./attack";

/** The SQLSTATE of the rules that triggers check, because constraints cannot express them. */
export const REFUSED = "PW003";

/** Expects the statements to fail for the application's role and for the owner. */
export async function refusedToBoth(statements: string[], code = REFUSED): Promise<void> {
  expect(await attack({ role: "app", statements })).toBe(code);
  expect(await attack({ role: "owner", statements })).toBe(code);
}

interface Refused {
  what: string;
  statements: () => string[];
  /** Statements that drop the rule under test. */
  without: string[];
}

/** Tests that each attack fails, and that it succeeds without the rule under test: no other rule refuses it. */
export function refuses(attacks: Refused[]): void {
  test.each(attacks)("refuses $what", async ({ statements }) => {
    await refusedToBoth(statements());
  });
  test.each(attacks)("only one rule refuses $what", async ({ statements, without }) => {
    expect(await attack({ role: "app", statements: statements(), after: without })).toBe("through");
  });
}
