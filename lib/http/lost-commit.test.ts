import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { disconnect, openConnections } from "@/lib/db";
import { startPooler } from "@/test/database/pooler";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { endTests, makePartner, type TestPartner } from "@/test/fixtures/make";
import { withdrawalFaults } from "@/test/fixtures/withdrawals";
import {
  expectOnce,
  expectRepeat,
  IDEMPOTENT_ENDPOINTS,
  sendKeyed,
} from "@/test/http/idempotent-endpoints";

let partner: TestPartner;
let pooler: Awaited<ReturnType<typeof startPooler>>;

beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  pooler = await startPooler();
  // After it, so that nothing in the background opens a direct connection in between.
  await disconnect();
  await openConnections();
});
afterEach(async () => {
  await pooler.stop();
  await disconnect();
});
afterAll(endTests);

describe.each(IDEMPOTENT_ENDPOINTS)("$name, whose commit loses its connection", (endpoint) => {
  test.each(["before", "after"] as const)(
    "%s it is executed: executed once, with the response of a first request",
    async (when) => {
      const subject = await endpoint.makeSubject(partner);
      const before = await walletOf(partner.partnerId);
      const request = { endpoint, partner, subject, key: randomUUID() };
      const cut = pooler.cutConnections({ text: "commit_change_set", when, times: 1 });
      const answer = await sendKeyed(request);
      expect(cut.times).toBe(0);
      expectOnce(endpoint, [answer]);
      expectRepeat(endpoint, await sendKeyed(request));
      const gained = (await walletOf(partner.partnerId)) - before;
      expect(gained).toBeCloseTo(endpoint.gains.one, 6);
      expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
      expect(await bookFaults(partner.partnerId)).toEqual([]);
    },
  );
});
