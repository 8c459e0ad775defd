import "@/test/database";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openAlert } from "@/lib/alerts/open-alert";
import type { ListedCard, ListedCardholder } from "@/lib/cards/issuer/port";
import { sandboxIssuer } from "@/lib/cards/issuer/sandbox";
import { findCheck } from "@/lib/checks/store";
import { HOUR_MS } from "@/lib/kernel/durations";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { later } from "@/test/fixtures/later";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { reconcileCards } from "./reconcile-cards";
import { issuerCardsFoundSchema } from "./schema";

const outside = vi.hoisted(() => ({
  cards: [] as ListedCard[],
  cardholders: [] as ListedCardholder[],
  during: async (): Promise<unknown> => undefined,
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
    async *listCards() {
      yield* outside.cards;
      await outside.during();
    },
    async *listCardholders() {
      yield* outside.cardholders;
    },
  };
  return { cardIssuer: () => issuer, outsideIssuers: () => [issuer] };
});

let partner: TestPartner;
let cardIds: string[];
let listed: ListedCard[];

beforeAll(async () => {
  partner = await makePartner();
  cardIds = await Promise.all([1, 2, 3].map(() => makeCard(partner)));
  const rows = await sql("SELECT * FROM cards WHERE id = ANY ($1) ORDER BY id", [cardIds]);
  cardIds = rows.map(({ id }) => id);
  listed = rows.map(({ issuer_card_id: issuerCardId, last4 }) => ({
    issuerCardId,
    status: "active",
    last4,
    createdAt: new Date(Date.now() - HOUR_MS),
  }));
});
beforeEach(() => {
  Object.assign(outside, { cards: listed, cardholders: [], during: async () => {} });
});
afterAll(endTests);

/** With a clock that is wrong, unless it is by 0 ms. The clock of what runs within is the outer one then. */
const withClockBy = <T>(byMs: number, run: () => Promise<T>) =>
  byMs === 0 ? run() : withClockAhead(byMs, run);
const resultOf = async () =>
  issuerCardsFoundSchema.parse((await findCheck("issuer_cards"))?.result);
const openAlerts = async () =>
  (
    await sql(
      "SELECT kind, text FROM alerts WHERE closed_at IS NULL AND kind IN ('issuer_cards_differ', 'cardholders_blocked') ORDER BY kind",
    )
  ).map(({ kind, text }) => `${kind}: ${text}`);

test("finds no difference when both sides have the same cards", async () => {
  expect(await reconcileCards()).toEqual({ cards: 3, differences: 0, blocked: 0 });
  expect(await findCheck("issuer_cards")).toMatchObject({ isSound: true });
  expect(await openAlerts()).toEqual([]);
});

test("finds cards that are missing on either side or have another status, until they agree", async () => {
  const [first, second, third] = listed;
  const stranger = { ...first, issuerCardId: "ic_stranger" } as ListedCard;
  outside.cards = [stranger, { ...second, status: "frozen" } as ListedCard, third as ListedCard];
  expect(await reconcileCards()).toMatchObject({ differences: 3 });
  const { examples } = await resultOf();
  expect(examples).toHaveLength(3);
  expect(examples).toEqual(
    expect.arrayContaining([
      { kind: "missing_here", issuerCardId: "ic_stranger", statusThere: "active" },
      {
        kind: "missing_there",
        issuerCardId: first?.issuerCardId,
        serviceCardId: cardIds[0],
        statusHere: "active",
      },
      {
        kind: "other_status",
        issuerCardId: second?.issuerCardId,
        serviceCardId: cardIds[1],
        statusHere: "active",
        statusThere: "frozen",
      },
    ]),
  );
  expect((await openAlerts())[0]).toContain("ic_stranger is active there and unknown here");
  outside.cards = listed;
  await reconcileCards();
  expect(await openAlerts()).toEqual([]);
});

test("an unknown status at the issuer is a difference", async () => {
  const [first, ...others] = listed;
  outside.cards = [{ ...first, status: "unknown" } as ListedCard, ...others];
  await reconcileCards();
  expect((await resultOf()).examples).toMatchObject([{ statusThere: "unknown" }]);
});

test("leaves out what changes meanwhile, what is not delivered yet, and what is terminated", async () => {
  const [first] = listed;
  const like = (id: string, differences: Partial<ListedCard>) =>
    ({ ...first, issuerCardId: id, ...differences }) as ListedCard;
  await sql("SELECT give_up_card('stripe', 'ic_given_up', 'key')");
  outside.cards = [
    ...listed,
    like("ic_given_up", {}),
    like("ic_just_issued", { createdAt: new Date() }),
    like("ic_ended", { status: "terminated" }),
  ];
  outside.during = async () => {
    await clientOf(partner).switchCard(cardIds[0] ?? "", "freeze");
    await makeCard(partner);
  };
  expect(await reconcileCards()).toMatchObject({ cards: 6, differences: 0 });
  await clientOf(partner).switchCard(cardIds[0] ?? "", "unfreeze");
});

test.each([
  ["of the process that compares", -HOUR_MS, 0],
  ["of another process", 0, -HOUR_MS],
])(
  "leaves out a card that is created meanwhile where the clock %s is behind",
  async (_, comparesAt, createsAt) => {
    let created: string | undefined;
    outside.during = async () => {
      created = await withClockBy(createsAt, () => makeCard(partner));
    };
    await withClockBy(comparesAt, reconcileCards);
    const found = (await resultOf()).examples.map(({ serviceCardId }) => serviceCardId);
    expect(created).toEqual(expect.any(String));
    expect(found).not.toContain(created);
  },
);

test("names the cardholders that the issuer declines, with their users", async () => {
  const [user] = await sql("SELECT user_id AS id FROM cards WHERE id = $1", [cardIds[0]]);
  outside.cardholders = [
    {
      cardholderId: `ich_${user.id}`,
      reference: null,
      obstacle: "requirements.past_due: individual.dob.day",
    },
    { cardholderId: "ich_fine", reference: null, obstacle: null },
  ];
  expect(await reconcileCards()).toMatchObject({ blocked: 1 });
  expect((await resultOf()).blocked).toEqual([
    {
      cardholderId: `ich_${user.id}`,
      serviceId: user.id,
      obstacle: "requirements.past_due: individual.dob.day",
    },
  ]);
  expect((await openAlerts()).join()).toContain(`(${user.id}): requirements.past_due`);
});

test("closes the alerts of cardholders that the issuer does not decline any more, or no longer has", async () => {
  const [{ user_id: userId }] = await sql("SELECT user_id FROM cards WHERE id = $1", [cardIds[0]]);
  const [blocked, listedOnly, ended, ofOther] = ["ich_a", "ich_b", `ich_${userId}`, "acc_other"];
  for (const subject of [blocked, listedOnly, ended, ofOther])
    await openAlert({ kind: "issuer_cardholder", subject, text: "declined" });
  outside.cardholders = [
    { cardholderId: blocked, reference: null, obstacle: "past due" },
    { cardholderId: listedOnly, reference: null, obstacle: null },
  ];
  await later(1_000, reconcileCards);
  const open = await sql(
    "SELECT subject FROM alerts WHERE kind = 'issuer_cardholder' AND closed_at IS NULL ORDER BY 1",
  );
  expect(open.map(({ subject }) => subject)).toEqual([ofOther, blocked]);
});
