import { transactionTitle } from "@/lib/cards/transaction-words";
import type { Data } from "@/lib/contract/contract";
import type { PersonUseCase } from "@/lib/contract/use-cases";
import { isId } from "@/lib/kernel/ids";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { findUsers, type ListedUserRow } from "@/lib/users/store";
import { findWithdrawal } from "@/lib/withdrawals/store";
import type { searchContract } from "./contract";
import {
  type FoundCard,
  findCardById,
  findCardsByDigits,
  findCardsOfUsers,
  findTransactionById,
} from "./store";

type Hit = Data<typeof searchContract>["hits"][number];

/** The number of results of each kind. */
const SHOWN = 5;
const LAST_FOUR = /^(?:[•*.\s]*)(\d{4})$/;

const userHit = ({ id, firstName, lastName, email }: ListedUserRow): Hit => ({
  kind: "user",
  id,
  name: `${firstName} ${lastName}`,
  email,
});

const cardHit = (card: FoundCard): Hit => ({ kind: "card", ...card });

async function usersAndCards(partnerId: string, text: string): Promise<Hit[]> {
  const { rows } = await findUsers(partnerId, { search: text }, { skip: 0, limit: SHOWN });
  const userIds = rows.map(({ id }) => id);
  const cards = userIds.length > 0 ? await findCardsOfUsers(partnerId, userIds, SHOWN) : [];
  return [...rows.map(userHit), ...cards.map(cardHit)];
}

async function transactionHit(partnerId: string, id: string): Promise<Hit[]> {
  const found = await findTransactionById(partnerId, id);
  return found.map(({ id, of, amountMicroUsd, description, merchantName, transactionType }) => ({
    kind: "transaction",
    id,
    of,
    name:
      transactionType === null
        ? description
        : transactionTitle({
            serviceTransactionId: id,
            transactionType,
            merchantName,
            description,
          }),
    amount: usdFromMicroUsd(amountMicroUsd),
  }));
}

async function withdrawalHit(partnerId: string, id: string): Promise<Hit[]> {
  const found = await findWithdrawal(partnerId, id);
  if (found === undefined || found === "foreign") return [];
  const { toAddress, amountMicroUsd } = found;
  return [{ kind: "withdrawal", id, toAddress, amount: usdFromMicroUsd(amountMicroUsd) }];
}

async function find(partnerId: string, text: string): Promise<Hit[]> {
  if (isId("card", text)) return (await findCardById(partnerId, text)).map(cardHit);
  if (isId("txn", text)) return transactionHit(partnerId, text);
  if (isId("wd", text)) return withdrawalHit(partnerId, text);
  const last4 = LAST_FOUR.exec(text)?.[1];
  if (last4 !== undefined) return (await findCardsByDigits(partnerId, last4, SHOWN)).map(cardHit);
  return usersAndCards(partnerId, text);
}

/** Searches for users, cards and transactions. Each search is one index lookup. */
export const search: PersonUseCase<typeof searchContract> = async ({ partner, input }) => ({
  hits: await find(partner.id, input.query.text.trim()),
});
