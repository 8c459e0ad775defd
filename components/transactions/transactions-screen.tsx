"use client";

import { goTo, useAddress } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { IdChip } from "@/components/ui/id-chip";
import { PageHeader } from "@/components/ui/page-header";
import { Tabs } from "@/components/ui/tabs";
import { CardTransactions } from "./card-transactions";
import { isWallet } from "./queries";
import { WalletTransactions } from "./wallet-transactions";

/** What each line was: on the cards, and on the wallet. */
export function TransactionsScreen() {
  const { params, withParams } = useAddress();
  const card = params.get("card");
  return (
    <div className="space-y-4">
      <PageHeader title="Transactions" />
      <Tabs
        name="of"
        label="Whose transactions"
        tabs={[
          { value: "cards", word: "Cards" },
          { value: "wallet", word: "Wallet" },
        ]}
      />
      {isWallet(params) ? (
        <WalletTransactions />
      ) : (
        <>
          {card && (
            <p className="flex flex-wrap items-center gap-3 text-small">
              <span className="text-quiet">Only of the card</span>
              <IdChip value={card} label="the card id" href={`/cards/${card}`} />
              <Button
                look="plain"
                size="compact"
                onClick={() => goTo(withParams({ card: undefined, skip: undefined }))}
              >
                Show all
              </Button>
            </p>
          )}
          <CardTransactions />
        </>
      )}
    </div>
  );
}
