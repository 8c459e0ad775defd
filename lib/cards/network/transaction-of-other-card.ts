/**
 * A message about one card that its issuer linked to a network transaction of another card. Only a refund can be posted without its
 * transaction: for other messages an operator must find out which card the merchant means.
 */
export class TransactionOfOtherCard extends Error {
  override readonly name = "TransactionOfOtherCard";
  /** The card that the message names. */
  readonly cardId: string;
  /** The card of the transaction. */
  readonly otherCardId: string;

  constructor(networkTransactionId: string, cardId: string, otherCardId: string) {
    super(`network transaction ${networkTransactionId} belongs to another card`);
    this.cardId = cardId;
    this.otherCardId = otherCardId;
  }
}
