import "@/test/database";
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";

afterEach(() => setCell(""));
afterAll(endTests);

function setCell(name: string): void {
  process.env.CELL = name;
  forgetEnv();
}

const keyOfCell = (cell: string) =>
  `sk_staging_${cell}_${randomBytes(32).toString("base64url").replaceAll("_", "-")}`;
const textOf = async (apiKey: string) => {
  const answer = await clientOf({ apiKey }).balance();
  expectRefusal(answer, 401, "UNAUTHORIZED");
  return answer.json.data.error;
};

test("a key that is made in a cell names it, also in its hint, and is accepted", async () => {
  setCell("a1");
  const { apiKey, partnerId } = await makePartner();
  expect(apiKey).toMatch(/^sk_staging_a1_[A-Za-z0-9_-]{43}$/);
  const [{ hint }] = await sql("SELECT hint FROM api_keys WHERE partner_id = $1", [partnerId]);
  expect(hint).toBe(`${apiKey.slice(0, 18)}…${apiKey.slice(-4)}`);
  expect((await clientOf({ apiKey }).balance()).status).toBe(200);
});

test("keys from before the cell had a name, or another one, stay valid", async () => {
  const before = await makePartner();
  setCell("a");
  const named = await makePartner();
  setCell("b");
  for (const each of [before, named]) expect((await clientOf(each).balance()).status).toBe(200);
});

describe("an unknown key", () => {
  test("a key of another cell is refused with the names of both cells", async () => {
    setCell("a");
    expect(await textOf(keyOfCell("b"))).toBe(
      "This API key is of the cell b, and the request reached the cell a. Send it to the address of the API.",
    );
  });

  test.each([
    ["of this cell", "a", keyOfCell("a")],
    ["without a cell", "a", `sk_staging_${"x".repeat(43)}`],
    ["of a cell, where the service has no cells", "", keyOfCell("b")],
  ])("%s is refused without naming a cell", async (_, cell, apiKey) => {
    setCell(cell);
    expect(await textOf(apiKey)).not.toContain("cell");
  });
});
