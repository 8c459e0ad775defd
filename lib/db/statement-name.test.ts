import { expect, test } from "vitest";
import { statementName } from "./statement-name";

const LONG = "x".repeat(60);

test("a short name consists of its parts", () => {
  expect(statementName("list_cards", "status", "up")).toBe("list_cards_status_up");
  expect(statementName(LONG, "ab")).toBe(`${LONG}_ab`);
});

test("long names with the same beginning differ within the 63 characters that PostgreSQL compares", () => {
  const names = [statementName(LONG, "from"), statementName(LONG, "from", "until")];
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toHaveLength(63);
  expect(statementName(LONG, "from")).toBe(names[0]);
});
