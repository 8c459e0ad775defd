import type Lithic from "lithic";
import { env } from "@/lib/kernel/env";
import { callLithic, lithicClient } from "../../issuer/lithic/call";
import { lithicTime } from "../../issuer/lithic/lithic-time";
import { lithicSettings } from "../../issuer/lithic/settings";
import { LITHIC_EVENT_TYPES, lithicEventOf } from "../lithic/events";
import { lithicTransaction } from "../lithic/schema";
import { lithicSubject } from "../lithic/subject";
import { lithicTransactionEffect } from "../lithic/transaction-effect";
import { readAs } from "../unreadable-message";
import type { IssuerFeed, ListedPostings } from "./port";
import { readPostings } from "./read-postings";
import { unlessMissing } from "./unless-missing";

const PAGE_SIZE = 100;

interface Page<Item> {
  data: Item[];
  has_more: boolean;
}

/** Reads the pages of a list, each as one operation. */
async function* pages<Item extends { token: string }>(
  operation: string,
  list: (after: { starting_after?: string }) => PromiseLike<Page<Item>>,
): AsyncIterable<Item[]> {
  let after: { starting_after?: string } = {};
  for (;;) {
    const page = await callLithic(operation, async () => list(after));
    yield page.data;
    const last = page.data.at(-1);
    if (!page.has_more || !last) return;
    after = { starting_after: last.token };
  }
}

const postingsIn = (transactions: readonly { token: string }[]): ListedPostings =>
  readPostings(transactions, {
    idOf: ({ token }) => token,
    cardIdOf: (each) => lithicSubject(each).issuerCardId,
    notificationOf: (each) =>
      lithicTransactionEffect(readAs(lithicTransaction, each))?.notification,
  });

/** What Lithic lists: events with their content, and transactions with their events. */
export function lithicFeed(lithic: Lithic = lithicClient(lithicSettings(env()))): IssuerFeed {
  const retrieve = (token: string) =>
    unlessMissing(callLithic("readTransaction", async () => lithic.transactions.retrieve(token)));
  return {
    async *listEvents(since) {
      const query = {
        begin: since.toISOString(),
        event_types: LITHIC_EVENT_TYPES,
        with_content: true,
        page_size: PAGE_SIZE,
      };
      const found = pages("listEvents", (after) => lithic.events.list({ ...query, ...after }));
      for await (const events of found)
        yield events.map(({ token, event_type, created, payload }) =>
          lithicEventOf(token, event_type, lithicTime(created), payload),
        );
    },
    async *listPostings(since) {
      const query = { begin: since.toISOString(), page_size: PAGE_SIZE };
      const found = pages("listTransactions", (after) =>
        lithic.transactions.list({ ...query, ...after }),
      );
      for await (const transactions of found) yield postingsIn(transactions);
    },
    async findPostings(token) {
      const transaction = await retrieve(token);
      return postingsIn(transaction ? [transaction] : []);
    },
    async readTransaction(token, snapshot) {
      const transaction = await retrieve(token);
      return (
        transaction && lithicTransactionEffect(readAs(lithicTransaction, transaction), snapshot)
      );
    },
  };
}
