import "@/test/database";
import { afterAll, expect, test, vi } from "vitest";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { eventually } from "@/test/eventually";
import { centsOf } from "@/test/fixtures/issuer-routes";
import { lithicRequest } from "@/test/fixtures/lithic-messages";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { authorizeNetworkRequest } from "../network/authorize-request";
import type { NetworkNotification } from "../network/message";
import { decideRequest } from "./decide-request";
import { insertEvents } from "./inbox/sql-store";
import { lateDecision } from "./late-decision";
import { lithicInbound } from "./lithic";
import { receiveEvents } from "./receive-events";

vi.mock("../network/authorize-request", { spy: true });
afterAll(endTests);

const IN_TIME_MS = 20_000;

/** A request for 30.00 that another process has approved too late: it has answered with a decline. */
async function approvedLate(agoS = 0) {
  const cardId = await makeCard(await makePartner(), { amountUsd: 100 });
  const issuerCardId = newId("card");
  await sql(
    "UPDATE cards SET issuer = 'lithic', issuer_card_id = $2, number_sealed = NULL, cvv_sealed = NULL WHERE id = $1",
    [cardId, issuerCardId],
  );
  const body = lithicRequest(issuerCardId, 3_000);
  const headerOf = (sentAgoS: number) => {
    const sentS = String(Math.floor(Date.now() / 1_000) - sentAgoS);
    return (name: string) => (name === "webhook-timestamp" ? sentS : null);
  };
  const elsewhere = async (sentAgoS: number) => {
    const request = lithicInbound.readRequest(body, headerOf(sentAgoS));
    if (request.kind !== "authorization") throw new Error("no authorization");
    const { decidedAs, approved } = await authorizeNetworkRequest(request);
    expect(approved).toBe(true);
    return releaseOf(request.notification, decidedAs);
  };
  return {
    cardId,
    elsewhere,
    release: await elsewhere(agoS),
    /** Gives the request to this process. */
    decideHere: async (timeoutMs = IN_TIME_MS) =>
      (await decideRequest(lithicInbound, { body, header: headerOf(0) }, timeoutMs)).approved,
  };
}

function releaseOf(notification: NetworkNotification, decidedAs: string | undefined) {
  const event = lateDecision(notification, now(), decidedAs);
  if (!event) throw new Error("no event");
  return event;
}

/** What the other process does once its approval is committed. */
const takeBack = async (release: Awaited<ReturnType<typeof approvedLate>>["release"]) =>
  (await receiveEvents("lithic", [release])).applied;

test("a late approval is kept when this process has given it as the answer meanwhile", async () => {
  const { cardId, release, decideHere } = await approvedLate();
  expect(await decideHere()).toBe(true);
  expect(await decideHere()).toBe(true);
  await takeBack(release);
  expect(await centsOf(cardId)).toEqual({ available: 7_000, held: 3_000 });
});

test("a repeated request is declined while its late approval is being taken back", async () => {
  const { cardId, release, decideHere } = await approvedLate();
  await insertEvents("lithic", [release], now());
  expect(await decideHere()).toBe(false);
  expect(await centsOf(cardId)).toEqual({ available: 7_000, held: 3_000 });
});

test("a repeated request that gets its answer too late as well does not keep the hold", async () => {
  const { cardId, release, decideHere } = await approvedLate();
  const { authorizeNetworkRequest: authorize } = await vi.importActual<
    typeof import("../network/authorize-request")
  >("../network/authorize-request");
  const proceed = Promise.withResolvers<void>();
  vi.mocked(authorizeNetworkRequest).mockImplementationOnce(async (request) => {
    await proceed.promise;
    return authorize(request);
  });
  expect(await decideHere(1)).toBe(false);
  proceed.resolve();
  await eventually(async () =>
    expect(vi.mocked(authorizeNetworkRequest).mock.settledResults.at(-1)?.type).toBe("fulfilled"),
  );
  await takeBack(release);
  expect(await centsOf(cardId)).toEqual({ available: 10_000, held: 0 });
});

test("a second request with the id of an earlier one keeps its own hold only", async () => {
  const { cardId, release, elsewhere, decideHere } = await approvedLate(100);
  const second = await elsewhere(0);
  expect(second.id).not.toBe(release.id);
  expect(await decideHere()).toBe(true);
  await takeBack(second);
  expect(await centsOf(cardId)).toEqual({ available: 4_000, held: 6_000 });
  await takeBack(release);
  expect(await centsOf(cardId)).toEqual({ available: 7_000, held: 3_000 });
});

test("of an answer and a release at the same time one counts", async () => {
  const asking = await Promise.all(Array.from({ length: 8 }, () => approvedLate()));
  for (const { cardId, release, decideHere } of asking) {
    const [isApproved] = await Promise.all([decideHere(), takeBack(release)]);
    const held = isApproved ? 3_000 : 0;
    expect(await centsOf(cardId)).toEqual({ available: 10_000 - held, held });
  }
});
