import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isLuhnValid } from "@/lib/cards/issuer/luhn";
import type { CardIssuer, IssueRequest, ListedCard } from "@/lib/cards/issuer/port";
import { newId } from "@/lib/kernel/ids";
import { sampleCardholder } from "../fixtures/sample-cardholder";
import type { StandIn } from "./stand-in/server";

/** A real issuer's adapter with the stand-in that it speaks to. */
export interface IssuerStandIn extends Pick<StandIn, "failNext" | "stopFailing" | "forgetKeys"> {
  /** The stand-in's name of the request that creates a card, such as `POST /v1/issuing/cards`. */
  createsCard: string;
  createsCardholder: string;
  readsCard: string;
  changesCard: string;
  listsCards: string;
  /** How many cards and cardholders the stand-in has. */
  countCards(): number;
  countCardholders(): number;
  /** Gives the first card of an answered list a status that nobody knows. */
  giveUnknownStatus(body: Record<string, unknown>): void;
}

interface IssuerUnderTest {
  issuer: CardIssuer;
  /** Undefined for the sandbox, which makes no outside call. */
  standIn?: IssuerStandIn;
  stop(): Promise<void>;
}

/** An outage of the provider, and an id that it does not know. */
const UNAVAILABLE = { name: "ProviderUnavailable" };
const REFUSED = { name: "ProviderRefused" };

/** The tests of every adapter of the port `CardIssuer`. `longerMs` is longer than the adapter's time limit. */
export function testIssuerContract(
  name: string,
  start: () => Promise<IssuerUnderTest>,
  { longerMs = 0, isReal }: { longerMs?: number; isReal: boolean },
): void {
  let under: IssuerUnderTest;
  let issuer: CardIssuer;
  beforeAll(async () => {
    under = await start();
    issuer = under.issuer;
  });
  afterAll(() => under.stop());

  const newCardholder = () => {
    const userId = newId("usr");
    return sampleCardholder({ userId, email: `${userId}@example.com` });
  };
  async function requestFor(cardholder = newCardholder()): Promise<IssueRequest> {
    const cardholderId = await issuer.createCardholder(cardholder);
    return {
      requestKey: newId("req"),
      cardId: newId("card"),
      cardholderId,
      cardholder,
      at: new Date("2026-11-23T10:00:00Z"),
    };
  }
  /** The same request as a later attempt makes it. */
  const again = (request: IssueRequest) => ({ ...request, cardId: newId("card") });

  describe(`the card issuer ${name}`, () => {
    test("has one cardholder per user", async () => {
      const cardholder = newCardholder();
      const id = await issuer.createCardholder(cardholder);
      expect(await issuer.createCardholder(cardholder)).toBe(id);
      expect(await issuer.createCardholder(newCardholder())).not.toBe(id);
      await issuer.deactivateCardholder(id);
      await issuer.deactivateCardholder(id);
    });

    test("takes over the birth date of a cardholder, more than once", async () => {
      const cardholder = newCardholder();
      const id = await issuer.createCardholder({ ...cardholder, birthDate: null });
      await issuer.updateCardholder(id, cardholder);
      await issuer.updateCardholder(id, cardholder);
      expect(await issuer.createCardholder(cardholder)).toBe(id);
    });

    test("issues one card per request key", async () => {
      const request = await requestFor();
      const card = await issuer.issueCard(request);
      expect(await issuer.issueCard(again(request))).toEqual(card);
      const other = await issuer.issueCard({ ...request, requestKey: newId("req") });
      expect(other.issuerCardId).not.toBe(card.issuerCardId);
      expect(card.billingAddress.country).toMatch(/^[A-Z]{2}$/);
      expect("secrets" in card).toBe(!isReal);
    });

    test("reveals the card that it issued", async () => {
      const card = await issuer.issueCard(await requestFor());
      const { number, cvv, expiry } = await issuer.revealCard(card.issuerCardId);
      expect(isLuhnValid(number)).toBe(true);
      expect(cvv).toMatch(/^\d{3}$/);
      expect(expiry).toMatch(/^(0\d|1[0-2])\/\d\d$/);
      const { first6, last4 } = { first6: number.slice(0, 6), last4: number.slice(-4) };
      expect(card).toMatchObject({ first6, last4, expiry });
      await expect(issuer.revealCard("unknown")).rejects.toMatchObject(REFUSED);
    });

    test("sets each status again without an error, and terminated for good", async () => {
      const { issuerCardId } = await issuer.issueCard(await requestFor());
      for (const status of ["frozen", "frozen", "active", "terminated", "terminated"] as const)
        await issuer.setCardStatus(issuerCardId, status);
    });

    test("says why it cannot serve a country", () => {
      expect(issuer.refuseCountry("US")).toBeUndefined();
      if (isReal) expect(issuer.refuseCountry("KP")).toContain("residents of KP");
    });
  });

  if (!isReal) return;

  describe(`the card issuer ${name}, an outside one`, () => {
    const standIn = (): IssuerStandIn => {
      if (!under.standIn) throw new Error("a real issuer needs a stand-in");
      return under.standIn;
    };
    const listed = async (id: string): Promise<ListedCard | undefined> => {
      for await (const card of issuer.listCards()) if (card.issuerCardId === id) return card;
      return undefined;
    };
    /** Repeats an operation as the service does, until it succeeds. */
    async function persist<Result>(run: () => Promise<Result>): Promise<Result> {
      for (let attempt = 1; ; attempt++) {
        try {
          return await run();
        } catch (error) {
          expect(error).toMatchObject(UNAVAILABLE);
          if (attempt === 3) throw error;
        }
      }
    }

    test("lists each card with its status", async () => {
      const card = await issuer.issueCard(await requestFor());
      for (const status of ["frozen", "active", "terminated"] as const) {
        await issuer.setCardStatus(card.issuerCardId, status);
        expect(await listed(card.issuerCardId)).toMatchObject({ status, last4: card.last4 });
      }
      await expect(issuer.setCardStatus(card.issuerCardId, "active")).rejects.toMatchObject(
        REFUSED,
      );
    });

    test("lists cards with a status that this version does not know", async () => {
      const card = await issuer.issueCard(await requestFor());
      standIn().failNext(
        { kind: "change answer", change: standIn().giveUnknownStatus },
        { operation: standIn().listsCards },
      );
      expect(await listed(card.issuerCardId)).toMatchObject({ status: "unknown" });
    });

    test("finds cards and cardholders again after the provider forgot its keys", async () => {
      const request = await requestFor();
      const { issuerCardId } = await issuer.issueCard(request);
      const before = [standIn().countCards(), standIn().countCardholders()];
      standIn().forgetKeys();
      expect(await issuer.createCardholder(request.cardholder)).toBe(request.cardholderId);
      expect((await issuer.issueCard(again(request))).issuerCardId).toBe(issuerCardId);
      expect([standIn().countCards(), standIn().countCardholders()]).toEqual(before);
    });

    test.each([
      ["500 after the card was made", { kind: "fail after success", status: 500 }],
      ["a connection that is cut before", { kind: "cut", effect: "none" }],
      ["a connection that is cut after", { kind: "cut", effect: "done" }],
      ["too many requests", { kind: "refuse", status: 429 }],
      ["an answer after the time limit", { kind: "slow", delayMs: longerMs }],
    ] as const)("issues no second card after %s", async (_, failure) => {
      const request = await requestFor();
      const before = standIn().countCards();
      standIn().failNext(failure, { operation: standIn().createsCard, times: 2 });
      const card = await persist(() => issuer.issueCard(again(request)));
      standIn().stopFailing();
      expect(standIn().countCards()).toBe(before + 1);
      expect(await listed(card.issuerCardId)).toMatchObject({ status: "active" });
    });

    test("creates no second cardholder after 500 and success", async () => {
      const cardholder = newCardholder();
      const before = standIn().countCardholders();
      const operation = standIn().createsCardholder;
      standIn().failNext({ kind: "fail after success", status: 500 }, { operation, times: 1 });
      await persist(() => issuer.createCardholder(cardholder));
      expect(standIn().countCardholders()).toBe(before + 1);
    });

    test("at most one card for concurrent attempts of one request", async () => {
      const request = await requestFor();
      const before = standIn().countCards();
      const cards = await Promise.all(
        [1, 2, 3].map(() => persist(() => issuer.issueCard(again(request)))),
      );
      expect(new Set(cards.map(({ issuerCardId }) => issuerCardId)).size).toBe(1);
      expect(standIn().countCards()).toBe(before + 1);
    });

    test.each([
      ["slow", { kind: "slow", delayMs: longerMs }],
      ["overloaded", { kind: "refuse", status: 429 }],
      ["broken", { kind: "refuse", status: 503 }],
      ["not reachable", { kind: "cut", effect: "none" }],
    ] as const)("is unavailable while the provider is %s", async (_, failure) => {
      const { issuerCardId } = await issuer.issueCard(await requestFor());
      standIn().failNext(failure, { operation: standIn().readsCard, times: 10 });
      await expect(issuer.revealCard(issuerCardId)).rejects.toMatchObject(UNAVAILABLE);
      standIn().failNext(failure, { operation: standIn().changesCard, times: 10 });
      await expect(issuer.setCardStatus(issuerCardId, "frozen")).rejects.toMatchObject(UNAVAILABLE);
      standIn().stopFailing();
    });

    test("refuses a card that the provider does not know, without data in the text", async () => {
      const refusal = issuer.setCardStatus("unknown", "frozen");
      await expect(refusal).rejects.toMatchObject(REFUSED);
      await expect(refusal).rejects.toThrow(/refused setCardStatus \(status 4\d\d/);
    });
  });
}
