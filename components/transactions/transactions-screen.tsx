"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { useAddress } from "@/components/ui/address";
import { ListPage } from "@/components/ui/list-page";
import { useSheet } from "@/components/ui/use-sheet";
import { CardTransactions } from "./card-transactions";
import { isWallet, transactionQuery } from "./queries";
import { PATH } from "./transactions-header";

// Loaded after the list, before it is first opened.
const loadSheet = () =>
  import("./transaction-sheet").then(({ TransactionSheet }) => TransactionSheet);
const TransactionSheet = dynamic(loadSheet);

// A list of its own, loaded when it is opened or when the page has time.
const loadWallet = () =>
  import("./wallet-transactions").then(({ WalletTransactions }) => WalletTransactions);
const WalletTransactions = dynamic(loadWallet);

/**
 * The page of the transactions, of the cards or of the wallet. `explanation` is shown in the open transaction; it reads
 * the id from the address (`/transactions/<id>`).
 */
export function TransactionsScreen({ explanation }: { explanation?: ReactNode }) {
  const { params } = useAddress();
  const { selectedId, rows: opened, sheet } = useSheet(PATH);
  const client = useQueryClient();
  useEffect(() => {
    void loadSheet();
    void loadWallet();
  }, []);
  const rows = {
    ...opened,
    onOpen: (id: string) => {
      void client.prefetchQuery(transactionQuery(id));
      opened.onOpen(id);
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
      {isWallet(params) ? <WalletTransactions {...rows} /> : <CardTransactions {...rows} />}
    </ListPage>
  );
}
