import { afterAll, expect, test } from "vitest";
import { beginSimulatedTime, endSimulatedTime } from "@/prisma/seed/simulated-time";
import { ownerUrl } from "@/test/database/owner-url";
import { endTests, makePartner } from "@/test/fixtures/make";
import { requireDatabase } from "./require-database.ts";

afterAll(endTests);

const url = process.env.DATABASE_URL ?? "";
const start = () => requireDatabase({ databaseUrl: url, environment: "staging", warn: () => {} });

test("a database whose demo was cut short is not served until its time is real", async () => {
  await beginSimulatedTime(ownerUrl());
  await makePartner();
  await expect(start()).rejects.toMatchObject({
    kind: "seed",
    message: expect.stringContaining("Make the database anew"),
  });
  await endSimulatedTime(ownerUrl());
  await start();
});
