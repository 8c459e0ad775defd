"use client";

import { PageHeader } from "@/components/ui/page-header";
import { Tabs } from "@/components/ui/tabs";

export const PATH = "/transactions";

/** What the page is, how many lines there are, and whose they are. */
export function TransactionsHeader({ count }: { count: number | undefined }) {
  return (
    <>
      <PageHeader title="Transactions" count={count} />
      <Tabs
        name="of"
        path={PATH}
        label="Whose transactions"
        tabs={[
          { value: "cards", word: "Cards" },
          { value: "wallet", word: "Wallet" },
        ]}
      />
    </>
  );
}
