"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { goTo, useAddress } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { IdChip } from "@/components/ui/id-chip";
import { ListPage } from "@/components/ui/list-page";
import { PageHeader } from "@/components/ui/page-header";
import { Tabs } from "@/components/ui/tabs";
import { useSheet } from "@/components/ui/use-sheet";
import { CardTransactions } from "./card-transactions";
import { isWallet, transactionQuery } from "./queries";
import { TransactionSheet } from "./transaction-sheet";
import { WalletTransactions } from "./wallet-transactions";

const PATH = "/transactions";

/**
 * What each line was: on the cards, and on the wallet. `explanation` stands at the end of the line that is open; which
 * one that is it reads from the address (`/transactions/<id>`).
 */
export function TransactionsScreen({ explanation }: { explanation?: ReactNode }) {
  const { params, withParams } = useAddress();
  const { selectedId, hrefOf, open, sheet } = useSheet(PATH);
  const client = useQueryClient();
  const card = params.get("card");
  const rows = {
    selectedId,
    hrefOf,
    onOpen: (id: string) => {
      void client.prefetchQuery(transactionQuery(id));
      open(id);
    },
  };
  return (
    <ListPage
      sheet={
        selectedId && (
          <TransactionSheet
            key={selectedId}
            transactionId={selectedId}
            explanation={explanation}
            {...sheet}
          />
        )
      }
    >
      <PageHeader title="Transactions" />
      <Tabs
        name="of"
        path={PATH}
        label="Whose transactions"
        tabs={[
          { value: "cards", word: "Cards" },
          { value: "wallet", word: "Wallet" },
        ]}
      />
      {isWallet(params) ? (
        <WalletTransactions {...rows} />
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
          <CardTransactions {...rows} />
        </>
      )}
    </ListPage>
  );
}
