import type Stripe from "stripe";
import { ProviderUnavailable } from "@/lib/kernel/provider-error";
import { CARD_ISSUER_NAMES } from "@/lib/kernel/provider-names";
import { stripeSdk } from "@/lib/kernel/provider-sdks";
import { askStripe } from "@/lib/kernel/stripe/ask-stripe";
import type { CardStatus } from "../../states";
import type { IssuerDisputes } from "../disputes/port";
import type { Cardholder, CardIssuer, IssuedCard, IssueRequest, RevealedCard } from "../port";
import { refuseCountryOutside } from "../refuse-country";
import { expiryOf, issuedCardOf, listedCardOf, STRIPE_STATUS } from "./card";
import { cardholderParams, obstacleOf } from "./cardholder";
import { createOnce } from "./create-once";
import { stripeDisputes } from "./disputes";

const PAGE_SIZE = 100;
/** A person waits for number and CVV, and the service repeats updates itself: one attempt each. */
const ONE_ATTEMPT = { maxNetworkRetries: 0 };

/**
 * Stripe Issuing. Cards are virtual and in USD, and have no spending controls: the ledger is their limit. Stripe forgets
 * idempotency keys after a day, so cards and cardholders are first looked for by their metadata.
 * Source: docs/decisions/0067-outside-card-issuers.md
 */
export class StripeIssuer implements CardIssuer {
  readonly name = "stripe";
  readonly disputes: IssuerDisputes;
  readonly #stripe: Stripe;
  readonly #countries: readonly string[];

  constructor(stripe: Stripe, countries: readonly string[]) {
    this.#stripe = stripe;
    this.disputes = stripeDisputes(stripe);
    this.#countries = countries;
  }

  #ask<Result>(operation: string, run: () => Promise<Result>): Promise<Result> {
    return askStripe({ provider: CARD_ISSUER_NAMES.stripe, operation }, run);
  }

  refuseCountry(countryCode: string): string | undefined {
    return refuseCountryOutside(this.#countries, countryCode);
  }

  cardholderReference(userId: string): string {
    return userId;
  }

  createCardholder(cardholder: Cardholder): Promise<string> {
    const { userId } = cardholder;
    return this.#ask("createCardholder", async () => {
      const found = await this.#findCardholder(cardholder);
      if (found) return found.id;
      const created = await createOnce({
        key: `cardholder-${userId}`,
        params: cardholderParams(cardholder),
        create: (params, options) => this.#stripe.issuing.cardholders.create(params, options),
        find: () => this.#findCardholder(cardholder),
      });
      return created.id;
    });
  }

  async #findCardholder({ userId, email }: Cardholder) {
    const all = this.#stripe.issuing.cardholders.list({ email, limit: PAGE_SIZE });
    for await (const each of all)
      if (each.metadata.user === userId && each.status !== "inactive") return each;
    return undefined;
  }

  /**
   * Sends all of `individual`: Stripe leaves parameters unchanged that an update leaves out, and does not say so of the
   * fields of a parameter.
   */
  updateCardholder(cardholderId: string, cardholder: Cardholder): Promise<void> {
    return this.#ask("updateCardholder", async () => {
      const { individual } = cardholderParams(cardholder);
      if (individual === undefined) return;
      await this.#stripe.issuing.cardholders.update(cardholderId, { individual }, ONE_ATTEMPT);
    });
  }

  deactivateCardholder(cardholderId: string): Promise<void> {
    return this.#ask("deactivateCardholder", async () => {
      const { cardholders } = this.#stripe.issuing;
      await cardholders.update(cardholderId, { status: "inactive" }, ONE_ATTEMPT);
    });
  }

  issueCard(request: IssueRequest): Promise<IssuedCard> {
    return this.#ask("issueCard", async () => {
      const { id } = (await this.#findCard(request)) ?? (await this.#createCard(request));
      const { number, ...card } = await this.#stripe.issuing.cards.retrieve(id, {
        expand: ["number"],
      });
      if (number === undefined) throw this.#numberMissing("issueCard");
      return issuedCardOf(card, number);
    });
  }

  /** The card that was issued for the same request before. A canceled one was ended at Stripe and is of no use. */
  async #findCard({ requestKey, cardholderId, cardId }: IssueRequest) {
    const { cards } = this.#stripe.issuing;
    for await (const card of cards.list({ cardholder: cardholderId, limit: PAGE_SIZE })) {
      if (card.metadata.request_key !== requestKey || card.status === "canceled") continue;
      // The request that issued it ended without storing the card, so its id of the card was never used.
      return card.metadata.card === cardId
        ? card
        : cards.update(card.id, { metadata: { card: cardId } });
    }
    return undefined;
  }

  async #createCard(request: IssueRequest) {
    const { requestKey, cardholderId, cardId } = request;
    const params: Stripe.Issuing.CardCreateParams = {
      cardholder: cardholderId,
      currency: "usd",
      type: "virtual",
      status: "active",
      metadata: { card: cardId, request_key: requestKey },
    };
    return createOnce({
      key: `card-${requestKey}`,
      params,
      create: (wanted, options) => this.#stripe.issuing.cards.create(wanted, options),
      find: () => this.#findCard(request),
    });
  }

  setCardStatus(issuerCardId: string, status: CardStatus): Promise<void> {
    return this.#ask("setCardStatus", async () => {
      const { cards } = this.#stripe.issuing;
      const wanted = STRIPE_STATUS[status];
      try {
        await cards.update(issuerCardId, { status: wanted }, ONE_ATTEMPT);
      } catch (error) {
        // Stripe refuses any change of a canceled card, also a second cancellation.
        if (!(error instanceof stripeSdk().errors.StripeInvalidRequestError)) throw error;
        const card = await cards.retrieve(issuerCardId, {}, ONE_ATTEMPT);
        if (card.status !== wanted) throw error;
      }
    });
  }

  revealCard(issuerCardId: string): Promise<RevealedCard> {
    return this.#ask("revealCard", async () => {
      const card = await this.#stripe.issuing.cards.retrieve(
        issuerCardId,
        { expand: ["number", "cvc"] },
        ONE_ATTEMPT,
      );
      if (card.number === undefined || card.cvc === undefined)
        throw this.#numberMissing("revealCard");
      return { number: card.number, cvv: card.cvc, expiry: expiryOf(card) };
    });
  }

  /** Stripe leaves the number out until the account may read it: an operator must attend to that. */
  #numberMissing(operation: string): ProviderUnavailable {
    return new ProviderUnavailable({
      provider: CARD_ISSUER_NAMES.stripe,
      operation,
      code: "number_not_in_response",
    });
  }

  async *listCards() {
    const { cards } = this.#stripe.issuing;
    const pages = this.#pages("listCards", (after) => cards.list({ limit: PAGE_SIZE, ...after }));
    for await (const card of pages) yield listedCardOf(card);
  }

  async *listCardholders() {
    const { cardholders } = this.#stripe.issuing;
    const pages = this.#pages("listCardholders", (after) =>
      cardholders.list({ limit: PAGE_SIZE, ...after }),
    );
    for await (const each of pages) {
      if (each.status === "inactive") continue;
      const { id: cardholderId, metadata } = each;
      yield { cardholderId, reference: metadata.user ?? null, obstacle: obstacleOf(each) };
    }
  }

  /** All objects of a list, with one counted call for each page. */
  async *#pages<Item extends { id: string }>(
    operation: string,
    list: (after: { starting_after?: string }) => Promise<{ data: Item[]; has_more: boolean }>,
  ): AsyncIterable<Item> {
    let after = {};
    for (;;) {
      const { data, has_more } = await this.#ask(operation, () => list(after));
      yield* data;
      const last = data.at(-1);
      if (!has_more || !last) return;
      after = { starting_after: last.id };
    }
  }
}
