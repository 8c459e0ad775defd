import { afterAll, expect, test } from "vitest";
import { rightsToChange } from "@/prisma/schema-engine/ensure-app-role";
import { ownerClient } from "@/test/attack";
import { endTests } from "@/test/make";
import "@/test/database";

afterAll(endTests);

test("the migrations grant what prisma/schema-engine/app-rights.ts lists: add there what a new migration grants", async () => {
  const client = await ownerClient();
  await client.query("BEGIN");
  expect(await rightsToChange(client)).toEqual([]);
  await client.end();
});
