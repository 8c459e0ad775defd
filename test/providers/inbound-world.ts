import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { bookFaults } from "@/test/fixtures/books";
import type { InboundSource, IssuerMessage } from "@/test/fixtures/inbound-source";
import { makeIssuedCard } from "@/test/fixtures/issuer-outside";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";

/** The card of a test, and the functions that send messages about it. */
export interface InboundWorld {
  source: InboundSource;
  partner: TestPartner;
  cardId: string;
  card: string;
  /** The messages that the network makes during `act`, unsent. */
  made(act: () => Promise<unknown>): Promise<IssuerMessage[]>;
}

export type StartSource = (
  partner: TestPartner,
  otherPartner: TestPartner,
) => Promise<InboundSource>;

/** Starts the source of messages for the tests of a block, with a new card for each. */
export function inboundWorld(start: StartSource): InboundWorld {
  const world = {
    async made(act: () => Promise<unknown>) {
      const before = world.source.messages().length;
      await act();
      return world.source.messages().slice(before);
    },
  } as InboundWorld;
  beforeAll(async () => {
    world.partner = await makePartner();
    world.source = await start(world.partner, await makePartner());
  });
  beforeEach(async () => {
    world.cardId = await makeIssuedCard(world.partner);
    world.card = await world.source.issuerIdOf(world.cardId);
  });
  afterAll(async () => {
    expect(await bookFaults(world.partner.partnerId)).toEqual([]);
    await world.source.stop();
    await endTests();
  });
  return world;
}

export const eventRows = (id: string) =>
  sql("SELECT outcome, attempts FROM issuer_events WHERE id = $1", [id]);
