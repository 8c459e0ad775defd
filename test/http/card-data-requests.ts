import { randomInt } from "node:crypto";
import { cardIssuer } from "@/lib/cards/issuer/issuer";
import { disconnect } from "@/lib/db";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { requestLog } from "@/lib/request-log/request-log";
import type { Answer } from "./call";
import type { Canary } from "./canaries";
import { atOnce, clientOf } from "./client";

/** The message of this process to its parent. */
export interface CardDataReport {
  /** The numbers and CVVs of all issued cards, also of those that no response returned. */
  canaries: Canary[];
  /** All responses except those of Get Card that return a card. */
  answers: string[];
  /** A response of Get Card that returns a card. */
  opened: string;
}

/**
 * Runs as a separate process, so that a test can search everything that it writes to its standard output. It creates a
 * card for each given user and sends valid and invalid requests about the card. The card data goes to the parent over
 * the IPC channel.
 */
const [apiKey = "", ...serviceIds] = process.argv.slice(2);
const client = clientOf({ apiKey });
const report: CardDataReport = { canaries: [], answers: [], opened: "" };

/**
 * Three digits occur everywhere by chance. The issuer therefore returns unique CVVs, one digit shorter than what the
 * log takes for a card number and hides.
 */
const CVV_DIGITS = 11;
const issuer = cardIssuer();
const issueCard = issuer.issueCard.bind(issuer);
const fetchCard = issuer.revealCard.bind(issuer);
const cvvs = new Map<string, string>();
issuer.issueCard = async (request) => {
  const cvv = Array.from({ length: CVV_DIGITS }, () => randomInt(10)).join("");
  const card = await issueCard(request);
  const { number } = card.secrets ?? (await fetchCard(card.issuerCardId));
  // A real issuer gives the number away only when the card is revealed.
  cvvs.set(card.issuerCardId, cvv);
  report.canaries.push({ name: "a number", text: number }, { name: "a CVV", text: cvv });
  return card.secrets ? { ...card, secrets: { number, cvv } } : card;
};
issuer.revealCard = async (id) => ({ ...(await fetchCard(id)), cvv: cvvs.get(id) ?? "" });

async function note(...asked: (Promise<Answer> | Answer)[]): Promise<void> {
  for (const { text } of await Promise.all(asked)) report.answers.push(text ?? "");
}

const NO_TRANSACTION = `txn_${"0".repeat(26)}`;

for (const serviceId of serviceIds) {
  // One request succeeds. The database refuses the others after the issuer has issued their cards.
  const created = await atOnce(4, () => client.createCard({ serviceId, amount: 70 }));
  await note(...created);
  const { serviceCardId } = created.find(({ status }) => status === 201)?.json.data ?? {};
  const { cardNumber, cardCvv } = (await client.getCard(serviceCardId)).json.data;
  report.opened = (await client.getCard(serviceCardId)).text ?? "";
  await note(client.listCards());
  await note(client.fund({ serviceCardId, amount: 10 }));
  await note(client.withdraw({ serviceCardId, amount: 10, reference: "r" }));
  const authorized = await client.authorize(serviceCardId, { amount: 10 });
  // Purchases on the card of a real issuer cannot be simulated, so there both requests are refused.
  const { serviceTransactionId = NO_TRANSACTION } = authorized.json.data ?? {};
  await note(authorized, client.reverse(serviceTransactionId));
  await note(client.listCardTransactions(), client.listWalletTransactions());
  // Card data that a client sends in the wrong place must not be logged either.
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
