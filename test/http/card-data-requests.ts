import { randomInt } from "node:crypto";
import { cardIssuer } from "@/lib/cards/issuer/issuer";
import { disconnect } from "@/lib/db";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { requestLog } from "@/lib/request-log/request-log";
import type { Answer } from "./call";
import type { Canary } from "./canaries";
import { atOnce, clientOf } from "./client";

/** What the requests' process tells its parent. */
export interface CardDataReport {
  /** The numbers and CVVs of the cards that were issued, also of those that were not given out. */
  canaries: Canary[];
  /** Every answer but those of Get Card. */
  answers: string[];
}

/**
 * A process of its own that makes a card for each user that it is given and asks about it in every way, right and
 * wrong, so that all that it writes to its standard output can be searched. What it must not write goes to its parent
 * over the channel.
 */
const [apiKey = "", ...serviceIds] = process.argv.slice(2);
const client = clientOf({ apiKey });
const report: CardDataReport = { canaries: [], answers: [] };

/**
 * Three digits stand everywhere by chance: the issuer gives out CVVs that nothing else has, and one digit short of what
 * is taken for a card number and hidden.
 */
const CVV_DIGITS = 11;
const issuer = cardIssuer();
const issueCard = issuer.issueCard.bind(issuer);
issuer.issueCard = async (request) => {
  const cvv = Array.from({ length: CVV_DIGITS }, () => randomInt(10)).join("");
  const card = { ...(await issueCard(request)), cvv };
  report.canaries.push({ name: "a number", text: card.number }, { name: "a CVV", text: card.cvv });
  return card;
};

async function note(...asked: (Promise<Answer> | Answer)[]): Promise<void> {
  for (const { text } of await Promise.all(asked)) report.answers.push(text ?? "");
}

for (const serviceId of serviceIds) {
  // One wins, and the database refuses the others with their cards in hand.
  const created = await atOnce(4, () => client.createCard({ serviceId, amount: 70 }));
  await note(...created);
  const { serviceCardId } = created.find(({ status }) => status === 201)?.json.data ?? {};
  const { cardNumber, cardCvv } = (await client.getCard(serviceCardId)).json.data;
  await client.getCard(serviceCardId);
  await note(client.listCards());
  await note(client.fund({ serviceCardId, amount: 10 }));
  await note(client.withdraw({ serviceCardId, amount: 10, reference: "r" }));
  const authorized = await client.authorize(serviceCardId, { amount: 10 });
  await note(authorized, client.reverse(authorized.json.data.serviceTransactionId));
  await note(client.listCardTransactions(), client.listWalletTransactions());
  // Card data where it does not belong: in what a client sends, too, it is not logged.
  await note(client.fund({ serviceCardId: cardNumber, amount: 10 }));
  await note(client.fund({ serviceCardId, amount: cardNumber, reference: 5, cvv: cardCvv }));
  await note(client.getCard(cardNumber));
  await note(client.listCardTransactions({ serviceCardId: cardNumber }));
  await note(client.fund(`{"serviceCardId":"${cardNumber}`));
  await note(client.terminate(serviceCardId));
}
await requestLog().flush();
await callerCache().close();
await disconnect();
process.send?.(report);
process.disconnect?.();
