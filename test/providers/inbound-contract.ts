import { afterEach, describe, expect, test } from "vitest";
import { applyDueEvents } from "@/lib/cards/inbound/apply-due-events";
import { inboundIssuer } from "@/lib/cards/inbound/inbound-issuer";
import { deliverUpdates } from "@/lib/cards/issuer-state/deliver-updates";
import type { IssuerName } from "@/lib/cards/network/message";
import { openAlertsAbout } from "@/test/fixtures/alerts";
import { walletOf } from "@/test/fixtures/books";
import type { InboundSource, IssuerMessage, Wrong } from "@/test/fixtures/inbound-source";
import { eventsApplied } from "@/test/fixtures/issuer-outside";
import { later } from "@/test/fixtures/later";
import { sql } from "@/test/fixtures/make";
import { networkBalancesOf } from "@/test/fixtures/network";
import { testFeed } from "./feed-contract";
import { eventRows, type InboundWorld, inboundWorld, type StartSource } from "./inbound-world";

type Network = InboundSource["network"];
type Balances = Awaited<ReturnType<typeof networkBalancesOf>>;

/** Messages about a card with 100 USD, and the balances after them. */
const STORIES: [string, (network: Network, card: string) => Promise<unknown>, Partial<Balances>][] =
  [
    [
      "an authorization, a partial capture and the last one",
      async (network, card) => {
        const id = await network.authorize(card, 3_000);
        await network.capture(id, 1_000, false);
        await network.capture(id, 1_500, true);
      },
      { available: 75, held: 0 },
    ],
    [
      "an authorization that is reversed in part, captured and refunded",
      async (network, card) => {
        const id = await network.authorize(card, 3_000);
        await network.reverse(id, 1_000);
        await network.capture(id, 1_200, false);
        await network.refund(card, 200, id);
      },
      { available: 82, held: 8 },
    ],
    [
      "a capture after the authorization expired",
      async (network, card) => {
        const id = await network.authorize(card, 3_000);
        await network.expire(id);
        await network.capture(id, 2_500, true);
      },
      { available: 75, held: 0 },
    ],
    [
      "captures and refunds without a purchase, one taken back",
      async (network, card) => {
        await network.forceCapture(card, 200);
        const takeBack = await network.refund(card, 300);
        await takeBack(100);
      },
      { available: 100, held: 0 },
    ],
  ];

/** In which order, and how often, messages are sent. */
const DELIVERIES: [string, (messages: IssuerMessage[]) => Promise<unknown>][] = [
  ["once, in order", (messages) => inTurn(messages)],
  ["twice, in the reverse order", (messages) => inTurn([...messages, ...messages].toReversed())],
  [
    "three times, all at once",
    (messages) =>
      Promise.all([...messages, ...messages, ...messages].map((message) => message.send())),
  ],
];

async function inTurn(messages: readonly IssuerMessage[]): Promise<void> {
  for (const message of messages) expect((await message.send()).status).toBe(200);
}

type Statuses = Record<"event" | "request" | "sandbox", number | undefined>;

/** How a message is answered that must move nothing. Undefined where it does not exist. */
const HARMLESS: [Wrong, Statuses][] = [
  ["noSignature", { event: 401, request: 401, sandbox: 401 }],
  ["badSignature", { event: 401, request: 401, sandbox: 401 }],
  ["otherRoute", { event: 401, request: 401, sandbox: undefined }],
  ["cutBody", { event: 400, request: 200, sandbox: 400 }],
  ["unknownWord", { event: 200, request: 200, sandbox: 400 }],
  ["unknownCard", { event: 200, request: 200, sandbox: 404 }],
  ["otherProgramme", { event: 200, request: 200, sandbox: 404 }],
];

const UNTOUCHED = { available: 100, held: 0, shortfall: 0 };

function testMessages(world: InboundWorld, isReal: boolean): void {
  const balances = () => networkBalancesOf(world.cardId);
  const oneCapture = async () => {
    const made = await world.made(() => world.source.network.forceCapture(world.card, 700));
    return made[0] as IssuerMessage;
  };

  describe.each(STORIES)("%s", (_, act, left) => {
    test.each(DELIVERIES)("sent %s", async (_order, deliver) => {
      const messages = await world.made(() => act(world.source.network, world.card));
      await deliver(messages);
      await eventsApplied();
      expect(await balances()).toEqual({ ...UNTOUCHED, ...left });
    });
  });

  test.each(HARMLESS)(
    "an event with %s moves nothing, and the right one is applied",
    async (wrong, expected) => {
      const status = isReal ? expected.event : expected.sandbox;
      if (status === undefined) return;
      const message = await oneCapture();
      expect((await message.send(wrong)).status).toBe(status);
      await eventsApplied();
      expect(await balances()).toEqual(UNTOUCHED);
      // An event that was stored unreadable is the same event: it is applied once it can be read.
      if (isReal && wrong === "unknownWord") return;
      expect((await message.send()).status).toBe(200);
      await eventsApplied();
      expect(await balances()).toEqual({ ...UNTOUCHED, available: 93 });
    },
  );

  test.each(HARMLESS)(
    "a request with %s is not approved and holds nothing, and the right one is",
    async (wrong, expected) => {
      const status = isReal ? expected.request : expected.sandbox;
      if (status === undefined) return;
      const request = world.source.request(world.card, 700);
      const answer = await request.send(wrong);
      expect(answer.status).toBe(status);
      expect(answer.approved ?? false).toBe(false);
      expect(await balances()).toEqual(UNTOUCHED);
      expect(await request.send()).toEqual({ status: 200, approved: true });
      expect(await balances()).toEqual({ ...UNTOUCHED, available: 93, held: 7 });
    },
  );

  test("a repeated request gets the first decision and holds once", async () => {
    const request = world.source.request(world.card, 6_000);
    const answers = await Promise.all([request.send(), request.send(), request.send()]);
    answers.push(await request.send());
    for (const answer of answers) expect(answer).toEqual({ status: 200, approved: true });
    const more = await world.source.request(world.card, 6_000).send();
    expect(more).toEqual({ status: 200, approved: false });
    expect(await balances()).toEqual({ ...UNTOUCHED, available: 40, held: 60 });
  });
}

function testRealMessages(name: IssuerName, world: InboundWorld): void {
  const balances = () => networkBalancesOf(world.cardId);
  const oneCapture = async () => {
    const made = await world.made(() => world.source.network.forceCapture(world.card, 700));
    return made[0] as IssuerMessage;
  };
  afterEach(() => eventsApplied());

  test.each([
    ["older", 301_000],
    // The messages become older while the test runs.
    ["later", -330_000],
  ])("a message that is more than five minutes %s than our time is refused", async (_, byMs) => {
    const request = world.source.request(world.card, 700);
    const event = await oneCapture();
    const answers = await later(byMs, () => Promise.all([request.send(), event.send()]));
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(await balances()).toEqual(UNTOUCHED);
    expect((await event.send()).status).toBe(200);
  });

  test("an event with an unknown word is reported, and applied once it can be read", async () => {
    const message = await oneCapture();
    await message.send("unknownWord");
    await eventsApplied();
    expect(await eventRows(message.id)).toMatchObject([{ outcome: "failed" }]);
    const failed = () => openAlertsAbout("issuer_event_failed", `${name}:${message.id}`);
    expect(await failed()).toHaveLength(1);
    // As when an update of the service understands the word.
    await sql("UPDATE issuer_events SET content = content || $1 WHERE id = $2", [
      JSON.stringify(world.source.real?.knownWord),
      message.id,
    ]);
    await later(60_000, applyDueEvents);
    expect(await balances()).toEqual({ ...UNTOUCHED, available: 93 });
    expect(await failed()).toEqual([]);
    await message.send();
    await eventsApplied();
    expect(await balances()).toEqual({ ...UNTOUCHED, available: 93 });
  });

  test.each<Wrong>(["unknownCard", "otherProgramme"])(
    "an event with %s is tried again, then reported, and is no failure",
    async (wrong) => {
      const message = await oneCapture();
      const id = `${message.id}_other`;
      await message.send(wrong);
      await eventsApplied();
      expect(await eventRows(id)).toEqual([{ outcome: "card_unknown", attempts: 1 }]);
      const alerts = async () => {
        const [stored] = await sql("SELECT issuer, content FROM issuer_events WHERE id = $1", [id]);
        const { issuerCardId, issuerTransactionId } = inboundIssuer(stored.issuer).subjectOf(
          stored,
        );
        const subject = `${name}:${issuerCardId ?? issuerTransactionId}`;
        return openAlertsAbout("issuer_card_unknown", subject);
      };
      expect(await alerts()).toEqual([]);
      await later(600_000, applyDueEvents);
      await later(1_200_000, applyDueEvents);
      expect(await eventRows(id)).toEqual([{ outcome: "card_unknown", attempts: 3 }]);
      expect(await alerts()).toHaveLength(1);
    },
  );

  test("a message whose end is missing is reported to operators", async () => {
    await (await oneCapture()).send("cutBody");
    expect(await openAlertsAbout("issuer_message_unreadable", `${name}:events`)).toHaveLength(1);
  });

  test("a card that the issuer closes is terminated once, and its balance returns to the wallet", async () => {
    const before = await walletOf(world.partner.partnerId);
    const messages = await world.made(async () => world.source.real?.closeCard(world.card));
    await inTurn([...messages, ...messages]);
    await eventsApplied();
    const status = () => sql("SELECT status FROM cards WHERE id = $1", [world.cardId]);
    expect(await status()).toEqual([{ status: "terminated" }]);
    expect(await walletOf(world.partner.partnerId)).toBe(before + 100);
    expect(await openAlertsAbout("issuer_card_closed", world.cardId)).toHaveLength(1);
    // The new state is delivered to the issuer as any other, and the event that follows changes nothing.
    await deliverUpdates();
    await inTurn(await world.made(async () => world.source.real?.closeCard(world.card)));
    await eventsApplied();
    expect(await walletOf(world.partner.partnerId)).toBe(before + 100);
    const waiting =
      "SELECT issuer_id FROM issuer_updates WHERE issuer_id = $1 AND due_at IS NOT NULL";
    expect(await sql(waiting, [world.card])).toEqual([]);
  });
}

/** A card that the issuer closes between the answer to Create Card's request and the commit. */
function testEarlyEnd(world: InboundWorld): void {
  const statusOf = async () =>
    (await sql("SELECT status FROM cards WHERE id = $1", [world.cardId]))[0].status;
  /** Sends the event that closes the card while no card of ours has its id; returns the event's id. */
  const closedEarly = async () => {
    const issuerIdIs = (id: string) =>
      sql("UPDATE cards SET issuer_card_id = $2 WHERE id = $1", [world.cardId, id]);
    await issuerIdIs(`other_${world.card}`);
    const [message] = await world.made(async () => world.source.real?.closeCard(world.card));
    await inTurn([message as IssuerMessage]);
    await eventsApplied();
    return { id: message?.id ?? "", store: () => issuerIdIs(world.card) };
  };

  test("a card that the issuer closes before it is stored is terminated when it is", async () => {
    const before = await walletOf(world.partner.partnerId);
    const { id, store } = await closedEarly();
    expect(await eventRows(id)).toEqual([{ outcome: "card_unknown", attempts: 1 }]);
    await store();
    expect(await statusOf()).toBe("active");
    await later(10_000, applyDueEvents);
    expect(await eventRows(id)).toEqual([{ outcome: "applied", attempts: 2 }]);
    expect(await statusOf()).toBe("terminated");
    expect(await walletOf(world.partner.partnerId)).toBe(before + 100);
    expect(await openAlertsAbout("issuer_card_closed", world.cardId)).toHaveLength(1);
  });

  test("the end of a card that is never stored is left after some minutes, and needs nobody", async () => {
    const { id, store } = await closedEarly();
    for (const minutes of [1, 4, 15]) await later(minutes * 60_000, applyDueEvents);
    expect(await eventRows(id)).toEqual([{ outcome: "ignored", attempts: 4 }]);
    const alerts = await sql("SELECT kind FROM alerts WHERE subject LIKE '%' || $1", [world.card]);
    expect(alerts).toEqual([]);
    await store();
  });
}

/** The tests of the messages of every issuer, and for a real issuer also of its list of events. */
export function testInboundContract(name: IssuerName, start: StartSource): void {
  const world = inboundWorld(start);
  testMessages(world, name !== "sandbox");
  if (name === "sandbox") return;
  testRealMessages(name, world);
  testEarlyEnd(world);
  testFeed(name, world);
}
