import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { catchUpEvents } from "@/lib/cards/inbound/catch-up";
import { look } from "@/test/chain/deposits";
import { startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { whileLocked } from "@/test/database/while-locked";
import { attachStripe } from "@/test/fixtures/attach-issuer";
import { eventsApplied, makeIssuedCard } from "@/test/fixtures/issuer-outside";
import { issuerIdOf, serveIssuerRoutes, setEnv } from "@/test/fixtures/issuer-routes";
import { endTests } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import type { HttpServer } from "@/test/http/http-server";
import type { StripeStandIn } from "@/test/providers/stripe";
import { findOpenRestore } from "../restored/sql-store";
import { beginRestore } from "./begin-restore";
import { endRestore } from "./end-restore";

let treasury: TestTreasury;
let server: HttpServer;
let stripe: StripeStandIn;
let issuerCardId: string;
let adminId: string;

/** Longer than captures may be under way before the comparison misses them. */
const TWO_HOURS_S = 7_200;

beforeAll(async () => {
  treasury = await startTreasury();
  server = await serveIssuerRoutes();
  stripe = await attachStripe(
    (route) => `http://127.0.0.1:${server.port}/api/issuers/stripe/${route}`,
  );
  const partner = await treasury.partnerWith(500);
  issuerCardId = await issuerIdOf(await makeIssuedCard(partner));
  adminId = (await makePerson()).personId;
  await treasury.chain.mine(3);
  await look(treasury.chain);
  await beginRestore(adminId);
});
afterAll(async () => {
  setEnv({ CARD_ISSUER: "sandbox" });
  await Promise.all([server.stop(), stripe.stop(), treasury.chain.stop()]);
  await endTests();
});

const end = (allowDifference = false) => endRestore(adminId, { allowDifference });

test("restore mode stays on until the issuer's events were read after it began, also where differences are accepted", async () => {
  const refused = {
    kind: "refused",
    obstacles: [expect.stringMatching(/^Events of stripe are read up to no time, not to 20/)],
  };
  expect(await end()).toEqual(refused);
  expect(await end(true)).toEqual(refused);
});

test("restore mode that begins anew meanwhile is on, and is not reported as off", async () => {
  await catchUpEvents();
  const endAllOpen = "UPDATE restores SET ended_at = now(), ended_by = $1 WHERE ended_at IS NULL";
  const beginAnew = `INSERT INTO restores SELECT (jsonb_populate_record(r, jsonb_build_object('id', 'rst_' || md5(r.id), 'ended_at', NULL, 'ended_by', NULL))).*
    FROM restores r WHERE ended_by = $1`;
  await expect(
    whileLocked([endAllOpen, [adminId]], () => end(true), [beginAnew, [adminId]]),
  ).rejects.toThrow("It is on: run this again.");
  expect(await findOpenRestore()).toBeDefined();
});

test("restore mode stays on while a capture of the issuer is not in the books, and ends when it is", async () => {
  await catchUpEvents();
  stripe.events.holdEvents();
  const missing = await stripe.network.forceCapture(issuerCardId, 1_234);
  const listed = { ...missing, created: missing.created - TWO_HOURS_S };
  stripe.state.transactions.set(missing.id, listed);
  expect(await end()).toEqual({
    kind: "refused",
    obstacles: ["The books and stripe differ: 1. The alert issuer_difference names them."],
  });
  expect((await treasury.alerts()).map(({ kind }) => kind)).toContain("issuer_difference");
  await stripe.events.releaseEvents();
  await eventsApplied();
  expect(await end()).toEqual({ kind: "ended" });
});
