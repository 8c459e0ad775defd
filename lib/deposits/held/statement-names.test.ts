import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { endTests, makePartner } from "@/test/fixtures/make";
import { listDeposits } from "../store";
import { listHeldDeposits } from "./store";

const PAGE = { skip: 0, limit: 10 };
/** More than the pool has connections, so that each connection runs both statements. */
const CALLS = 100;

afterAll(endTests);

test("the held and credited deposits of a partner and of all partners are different statements", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  for (const status of ["held", "credited"] as const)
    for (const totalOf of [
      async () => (await listDeposits(partnerId, { status: [status] }, PAGE)).total,
      async () => (await listHeldDeposits({ state: status }, PAGE)).total,
    ]) {
      const totals = await Promise.all(Array.from({ length: CALLS }, totalOf));
      expect(totals).toEqual(totals.map(() => 0));
    }
});
