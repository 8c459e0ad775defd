import "@/test/database";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { openAlert } from "@/lib/alerts/open-alert";
import { sandboxIssuer } from "@/lib/cards/issuer/sandbox";
import { now } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { ProviderRefused, ProviderUnavailable } from "@/lib/kernel/provider-error";
import { openAlertsAbout } from "@/test/fixtures/alerts";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import {
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { userClientOf } from "@/test/http/user-client";
import { deliverUpdates } from "./deliver-updates";
import { findOwnCards } from "./reconcile/sql-store";
import { storeCardholder } from "./sql-store";

const outside = vi.hoisted(() => ({
  sent: [] as string[],
  /** Runs before the issuer answers. */
  during: async (_id: string): Promise<void> => {},
}));

vi.mock("@/lib/cards/issuer/issuer", () => {
  const real = sandboxIssuer(Buffer.alloc(32, 9));
  const issuer = {
    ...real,
    name: "stripe",
    createCardholder: async ({ userId }: { userId: string }) => `ich_${userId}`,
    issueCard: async (request: Parameters<typeof real.issueCard>[0]) => {
      const { secrets: _, ...card } = await real.issueCard(request);
      return { ...card, issuerCardId: `ic_${request.requestKey}` };
    },
    setCardStatus: async (id: string, status: string) => {
      outside.sent.push(`${id} ${status}`);
      await outside.during(id);
    },
    deactivateCardholder: async (id: string) => {
      outside.sent.push(`${id} inactive`);
      await outside.during(id);
    },
  };
  return { cardIssuer: () => issuer, outsideIssuers: () => [issuer] };
});

vi.mock("@/lib/alerts/open-alert", { spy: true });

/** Longer pauses than in production: a slow machine does not outlast them, and each is longer than the one before it. */
vi.mock("@/lib/kernel/retry-pause", async (original) => {
  const pauses = await original<typeof import("@/lib/kernel/retry-pause")>();
  return { ...pauses, retryPauseMs: (attempts: number) => 60 * pauses.retryPauseMs(attempts) };
});

/** More updates than a batch has. */
const MORE_THAN_AT_ONCE = 12;

let partner: TestPartner;
let cardId: string;
let issuerCardId: string;

beforeEach(async () => {
  await sql(
    "UPDATE issuer_updates SET due_at = NULL, delivered_at = now() WHERE due_at IS NOT NULL",
  );
  partner = await makePartner();
  cardId = await makeCard(partner);
  const [card] = await sql("SELECT issuer_card_id AS id FROM cards WHERE id = $1", [cardId]);
  issuerCardId = card.id;
  Object.assign(outside, { sent: [], during: async () => {} });
});
afterAll(endTests);

const freeze = () => clientOf(partner).switchCard(cardId, "freeze");
const unfreeze = () => clientOf(partner).switchCard(cardId, "unfreeze");
const updateOf = async (id: string) =>
  (await sql("SELECT * FROM issuer_updates WHERE issuer_id = $1", [id]))[0];
/** Makes every waiting update due, as after its pause. A time of now would be rounded to the next millisecond. */
const skipPauses = () =>
  sql("UPDATE issuer_updates SET due_at = now() - interval '1 second' WHERE due_at IS NOT NULL");

test("a state does not wait for the many of another partner", async () => {
  const other = await makePartner({ balanceUsd: 2_000 });
  const first = await makeCard(other);
  for (let nth = 1; nth < MORE_THAN_AT_ONCE; nth++) await makeCard(other);
  await sql("UPDATE cards SET status = 'frozen' WHERE partner_id = $1", [other.partnerId]);
  await freeze();
  await deliverUpdates();
  expect(outside.sent).toHaveLength(MORE_THAN_AT_ONCE + 1);
  expect(outside.sent.indexOf(`${issuerCardId} frozen`)).toBeLessThan(10);
  // A row of an earlier version gets its partner with the next state.
  await sql("UPDATE issuer_updates SET partner_id = NULL");
  expect((await clientOf(other).switchCard(first, "unfreeze")).status).toBe(200);
  const waiting = await sql("SELECT partner_id FROM issuer_updates WHERE due_at IS NOT NULL");
  expect(waiting).toEqual([{ partner_id: other.partnerId }]);
});

test("freeze, unfreeze and terminate reach the issuer, each once", async () => {
  for (const act of [freeze, unfreeze, () => clientOf(partner).terminate(cardId)]) {
    expect((await act()).status).toBe(200);
    await deliverUpdates();
    await deliverUpdates();
  }
  expect(outside.sent).toEqual(
    ["frozen", "active", "terminated"].map((status) => `${issuerCardId} ${status}`),
  );
  expect(await updateOf(issuerCardId)).toMatchObject({ due_at: null, refused_at: null });
});

test("a new card is active at the issuer already: nothing is delivered", async () => {
  expect(await deliverUpdates()).toEqual({ delivered: 0, failed: 0 });
  expect(await updateOf(issuerCardId)).toBeUndefined();
});

test("a response does not wait for the issuer, and only the newest state is delivered", async () => {
  await freeze();
  await unfreeze();
  await freeze();
  expect(outside.sent).toEqual([]);
  await deliverUpdates();
  expect(outside.sent).toEqual([`${issuerCardId} frozen`]);
});

test("a state that changes during its delivery is delivered afterwards, not at the same time", async () => {
  await freeze();
  let meanwhile: unknown;
  outside.during = async () => {
    outside.during = async () => {};
    await unfreeze();
    meanwhile = await deliverUpdates();
  };
  await deliverUpdates();
  expect(meanwhile).toEqual({ delivered: 0, failed: 0 });
  expect(outside.sent).toEqual([`${issuerCardId} frozen`, `${issuerCardId} active`]);
});

test("an unavailable issuer is tried again after a pause that grows, until it answers", async () => {
  await freeze();
  outside.during = async () => {
    throw new ProviderUnavailable({ provider: "stripe", operation: "setCardStatus", status: 503 });
  };
  const pauses: number[] = [];
  for (let n = 0; n < 4; n++) {
    expect(await deliverUpdates()).toEqual({ delivered: 0, failed: 1 });
    expect(await deliverUpdates()).toEqual({ delivered: 0, failed: 0 });
    const { due_at: dueAt, failure } = await updateOf(issuerCardId);
    expect(failure).toBe("stripe was unavailable for setCardStatus (status 503)");
    pauses.push(dueAt.getTime() - Date.now());
    await skipPauses();
  }
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  outside.during = async () => {};
  expect(await deliverUpdates()).toEqual({ delivered: 1, failed: 0 });
});

test("a state that is late opens an alert, which closes with its delivery", async () => {
  await freeze();
  await sql(
    "UPDATE issuer_updates SET created_at = now() - interval '11 minutes' WHERE issuer_id = $1",
    [issuerCardId],
  );
  outside.during = async () => {
    throw new ProviderUnavailable({ provider: "stripe", operation: "setCardStatus" });
  };
  await deliverUpdates();
  const [alert] = await openAlertsAbout("issuer_updates_late", "stripe");
  expect(alert.text).toMatch(/^1 states of cards are not delivered to stripe, the oldest since /);
  outside.during = async () => {};
  await skipPauses();
  await deliverUpdates();
  expect(await openAlertsAbout("issuer_updates_late", "stripe")).toEqual([]);
});

test("a process whose clock is an hour ahead reports no state as late that has just been queued", async () => {
  await freeze();
  outside.during = async () => {
    throw new ProviderUnavailable({ provider: "stripe", operation: "setCardStatus" });
  };
  await withClockAhead(HOUR_MS, deliverUpdates);
  expect(await openAlertsAbout("issuer_updates_late", "stripe")).toEqual([]);
});

test("the end of a cardholder that another one replaced is due at once, also where a process has a clock ahead", async () => {
  const userId = await makeApprovedUser(partner);
  const store = (cardholderId: string) =>
    storeCardholder({ issuer: "stripe", userId, cardholderId, createdAt: now() });
  await withClockAhead(HOUR_MS, async () => {
    await store(`ich_first_${userId}`);
    expect(await store(`ich_other_${userId}`)).toBe(`ich_first_${userId}`);
  });
  // The column of the due time rounds to milliseconds, so the row can be due half a millisecond after its insert.
  await expect
    .poll(async () => {
      await deliverUpdates();
      return outside.sent;
    })
    .toContain(`ich_other_${userId} inactive`);
});

test("a process whose clock is an hour ahead takes a card for changing that changes while it compares", async () => {
  await withClockAhead(HOUR_MS, async () => {
    const since = now();
    await sleep(20);
    await freeze();
    await deliverUpdates();
    const [card] = (await findOwnCards("stripe", "", since, 1_000)).filter(
      (own) => own.issuerCardId === issuerCardId,
    );
    expect(card).toMatchObject({ status: "frozen", isChanging: true });
  });
});

test("a refused state is reported by the next attempt when its alert could not be opened", async () => {
  outside.during = async () => {
    throw new ProviderRefused({ provider: "stripe", operation: "setCardStatus", status: 400 });
  };
  await freeze();
  vi.mocked(openAlert).mockRejectedValueOnce(new Error("the database is away"));
  await expect(deliverUpdates()).rejects.toThrow("the database is away");
  const mine = () => openAlertsAbout("issuer_update_refused", issuerCardId);
  expect(await mine()).toEqual([]);
  await sql(
    "UPDATE issuer_updates SET leased_until = now() - interval '1 second' WHERE leased_until IS NOT NULL",
  );
  await deliverUpdates();
  expect(await mine()).toHaveLength(1);
});

test("a refused state is not repeated; its alert closes when a later state is delivered", async () => {
  await freeze();
  outside.during = async () => {
    throw new ProviderRefused({ provider: "stripe", operation: "setCardStatus", status: 400 });
  };
  await deliverUpdates();
  await skipPauses();
  await deliverUpdates();
  expect(outside.sent).toHaveLength(1);
  const mine = () => openAlertsAbout("issuer_update_refused", issuerCardId);
  expect((await mine())[0].text).toContain("stripe refused setCardStatus (status 400)");
  outside.during = async () => {};
  await unfreeze();
  await deliverUpdates();
  expect(await mine()).toEqual([]);
});

test("a process that dies leaves its lease, and another one delivers after it", async () => {
  await freeze();
  await sql(
    "UPDATE issuer_updates SET leased_until = now() + interval '1 minute' WHERE issuer_id = $1",
    [issuerCardId],
  );
  await deliverUpdates();
  expect(outside.sent).toEqual([]);
  await sql(
    "UPDATE issuer_updates SET leased_until = now() - interval '1 second' WHERE issuer_id = $1",
    [issuerCardId],
  );
  await deliverUpdates();
  expect(outside.sent).toEqual([`${issuerCardId} frozen`]);
});

test("concurrent processes deliver each state once", async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => makeCard(partner)));
  for (const id of ids) await clientOf(partner).switchCard(id, "freeze");
  await Promise.all([1, 2, 3].map(() => deliverUpdates()));
  expect(outside.sent).toHaveLength(4);
  expect(new Set(outside.sent).size).toBe(4);
});

test("a deleted user's cardholder is deactivated, also one that is stored after the deletion", async () => {
  const [{ user_id: userId }] = await sql("SELECT user_id FROM cards WHERE id = $1", [cardId]);
  await clientOf(partner).terminate(cardId);
  const late = await makeApprovedUser(partner);
  for (const id of [userId, late])
    expect((await userClientOf(partner).remove(id)).status).toBe(200);
  await sql("INSERT INTO issuer_cardholders VALUES ('stripe', $1, 'ich_' || $1, now())", [late]);
  await deliverUpdates();
  expect(outside.sent).toEqual(
    expect.arrayContaining([`ich_${userId} inactive`, `ich_${late} inactive`]),
  );
});

test("a card of the sandbox queues nothing", async () => {
  await sql(
    "UPDATE cards SET issuer = 'sandbox', number_sealed = 'x', cvv_sealed = 'x' WHERE id = $1",
    [cardId],
  );
  await freeze();
  expect(await updateOf(issuerCardId)).toBeUndefined();
});
