import { callerCache } from "@/lib/auth/caller-cache";
import { disconnect } from "@/lib/db";
import { clientOf } from "./client";

/**
 * A process of its own that makes a card for each user that it is given and asks about it in every way, right and
 * wrong, so that all that it writes to its standard output can be searched. What it must not write goes to its parent
 * over the channel.
 */
const [apiKey = "", ...serviceIds] = process.argv.slice(2);
const client = clientOf({ apiKey });
const secrets: { number: string; cvv: string }[] = [];
for (const serviceId of serviceIds) {
  const created = await client.createCard({ serviceId, amount: 70 });
  const { serviceCardId } = created.json.data;
  const { cardNumber, cardCvv } = (await client.getCard(serviceCardId)).json.data;
  secrets.push({ number: cardNumber, cvv: cardCvv });
  await client.getCard(serviceCardId);
  await client.listCards();
  await client.fund({ serviceCardId, amount: 10 });
  await client.withdraw({ serviceCardId, amount: 10, reference: "r" });
  const authorized = await client.authorize(serviceCardId, { amount: 10 });
  await client.reverse(authorized.json.data.serviceTransactionId);
  // Card data where it does not belong: in what a client sends, too, it is not logged.
  await client.fund({ serviceCardId: cardNumber, amount: 10 });
  await client.fund({ serviceCardId, amount: cardNumber, reference: 5, cvv: cardCvv });
  await client.getCard(cardNumber);
  await client.listCardTransactions({ serviceCardId: cardNumber });
  await client.fund(`{"serviceCardId":"${cardNumber}`);
  await client.terminate(serviceCardId);
}
await callerCache().close();
await disconnect();
process.send?.(secrets);
process.disconnect?.();
