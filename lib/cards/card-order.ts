import { ServiceError } from "@/lib/kernel/errors";
import { errorFields, log } from "@/lib/kernel/log";
import { isProviderRefused } from "@/lib/kernel/provider-error";
import { cardholderOf } from "./cardholder-of";
import type { CardCreationState } from "./creation/store";
import { askIssuer } from "./issuer/ask-issuer";
import { cardIssuer } from "./issuer/issuer";
import type { CardIssuer, IssuedCard } from "./issuer/port";
import { beginCardholder, giveUpCard, storeCardholder } from "./issuer-state/sql-store";

import type { IssuerName } from "./network/message";

interface Order {
  /** What the issuer's key for the request begins with. */
  requestKey: string;
  cardId: string;
  at: Date;
  /** The time of the partner's clock, from which the sandbox counts the validity of the card. */
  partnerTime: Date;
}

const UNAVAILABLE =
  "The card issuer does not respond. Nothing was charged. Retry with the same idempotency key after the time given in the Retry-After header.";

/** Calls the issuer. A refusal concerns the person's data; its reason is for operators only, in the log. */
async function ask<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await askIssuer(UNAVAILABLE, call);
  } catch (error) {
    if (!isProviderRefused(error)) throw error;
    log().warn(errorFields(error), "the card issuer refused a card");
    throw new ServiceError("CARDHOLDER_REFUSED", { cause: error });
  }
}

interface OrderedCard {
  issuer: IssuerName;
  issued: IssuedCard;
  requestKey: string;
}

/**
 * The issuer's part of one Create Card request: the cardholder and the card, with outside calls only. A request that is
 * decided again keeps its card.
 */
export class CardOrder {
  readonly #order: Order;
  #ordered: OrderedCard | undefined;
  /** Issued for this request, and not to be stored by it. `givenUpFor`: the key under which each is recorded. */
  readonly #leftOver: { card: OrderedCard; givenUpFor: string }[] = [];

  constructor(order: Order) {
    this.#order = order;
  }

  /**
   * Issues the card for a user, or returns the one that was issued before.
   * @throws ServiceError COUNTRY_NOT_SUPPORTED before any outside call; CARDHOLDER_REFUSED; SERVICE_UNAVAILABLE
   */
  async issueFor(user: CardCreationState): Promise<{ issuer: IssuerName; issued: IssuedCard }> {
    const issuer = cardIssuer();
    const refusal = issuer.refuseCountry(user.countryCode);
    if (refusal !== undefined) throw new ServiceError("COUNTRY_NOT_SUPPORTED", { text: refusal });
    const { cardId, partnerTime } = this.#order;
    // For the key of an earlier card the issuer would return that card again: it was given up, or the client used its
    // idempotency key before and its retention has ended.
    const requestKey =
      this.#order.requestKey + (user.issuedCards === 0n ? "" : `-${user.issuedCards}`);
    if (this.#ordered?.requestKey === requestKey) return this.#ordered;
    // A card for that key was given up meanwhile. Where the issuer made two cards for it, the one of this request is still open.
    // It is not counted as another card of the request: after an unknown outcome a retry must use the same key as the new card.
    this.#leave(`${this.#order.requestKey}-replaced`);
    const cardholder = cardholderOf(user);
    const cardholderId = await this.#cardholderId(issuer, user);
    const issued = await ask(() =>
      issuer.issueCard({ requestKey, cardId, cardholderId, cardholder, at: partnerTime }),
    );
    this.#ordered = { issuer: issuer.name, issued, requestKey };
    return this.#ordered;
  }

  /** Returns the user's cardholder at the issuer, and creates it first if there is none. It is stored at once. */
  async #cardholderId(issuer: CardIssuer, user: CardCreationState): Promise<string> {
    const stored = user.cardholderIds?.[issuer.name];
    if (stored !== undefined) return stored;
    const create = () => ask(() => issuer.createCardholder(cardholderOf(user)));
    // The sandbox derives its cardholders from the users, and a refused request leaves nothing behind.
    if (issuer.name === "sandbox") return create();
    const { userId } = user;
    const { at } = this.#order;
    if (!(await beginCardholder(issuer.name, userId, at))) throw new ServiceError("USER_NOT_FOUND");
    const cardholderId = await create();
    return storeCardholder({ issuer: issuer.name, userId, cardholderId, createdAt: at });
  }

  /**
   * Leaves the card that was issued last: the request does not store it. It was refused, or its key was used, after the card was
   * issued, which only a race can cause.
   */
  leave(): void {
    this.#leave(this.#order.requestKey);
  }

  #leave(givenUpFor: string): void {
    const card = this.#ordered;
    // The sandbox has no cards that could be terminated.
    if (card && card.issuer !== "sandbox") this.#leftOver.push({ card, givenUpFor });
    this.#ordered = undefined;
  }

  /**
   * Gives up the cards that the request does not store: they are queued for their termination at the issuer. A card that a
   * repeat of the request was given meanwhile is kept. A failure is logged and changes no response: the request is decided,
   * and a repeat of it would not come here.
   */
  async giveUpLeftOver(): Promise<void> {
    for (const { card, givenUpFor } of this.#leftOver) {
      const { issuer, issued } = card;
      const { issuerCardId } = issued;
      try {
        await giveUpCard(issuer, issuerCardId, givenUpFor);
      } catch (error) {
        const failure = errorFields(error);
        log().error(
          { issuer, issuerCardId, failure },
          "a card was not given up and stays open at its issuer",
        );
      }
    }
  }
}
