"use client";

import { useAddress } from "@/components/ui/address";
import { ExportLink } from "@/components/ui/late-filters";
import { PageHeader } from "@/components/ui/page-header";
import { Tabs } from "@/components/ui/tabs";
import type { Total } from "@/lib/kernel/page";
import { exportPath } from "./queries";

export const PATH = "/transactions";

/** The title of the page with the number of transactions, and the choice between cards and wallet. */
export function TransactionsHeader({ count }: { count: Total | undefined }) {
  const { params } = useAddress();
  // Only a part of the list was searched, and nothing found in it. An export searches the whole list.
  const isNotFoundYet = count?.total === 0 && count.hasMoreThanTotal === true;
  const isExportable = count !== undefined && (count.total > 0 || isNotFoundYet);
  return (
    <>
      <PageHeader
        title="Transactions"
        count={isNotFoundYet ? undefined : count}
        actions={isExportable && <ExportLink hrefIn={(timeZone) => exportPath(params, timeZone)} />}
      />
      <Tabs
        name="of"
        path={PATH}
        label="Transactions of"
        tabs={[
          { value: "cards", word: "Cards" },
          { value: "wallet", word: "Wallet" },
        ]}
      />
    </>
  );
}
