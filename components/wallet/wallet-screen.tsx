"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { ListPage } from "@/components/ui/list-page";
import { PageHeader } from "@/components/ui/page-header";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { useSheet } from "@/components/ui/use-sheet";
import { DepositAddress } from "./deposit-address";
import { Deposits } from "./deposits";
import { type Deposit, depositQuery } from "./queries";
import { WalletBalance } from "./wallet-balance";

// Rendered by the server, and loaded after the page: a form submitted before that waits.
const DepositDoctor = dynamic(() =>
  import("./deposit-doctor").then(({ DepositDoctor }) => DepositDoctor),
);

const SimulateDeposit = dynamic(() =>
  import("./simulate-deposit").then(({ SimulateDeposit }) => SimulateDeposit),
);

// Loaded after the list, before it is first opened.
const loadSheet = () => import("./deposit-sheet").then(({ DepositSheet }) => DepositSheet);
const DepositSheet = dynamic(loadSheet);

interface WalletScreenProps {
  /** The explanation of the balance. */
  explanation?: ReactNode;
  /** The explanation of the open deposit; it reads the id from the address (`/wallet/<id>`). */
  depositExplanation?: ReactNode;
}

/** The page of the wallet: balance, deposits and deposit address. */
export function WalletScreen({ explanation, depositExplanation }: WalletScreenProps) {
  const { role, isSandbox } = useReader();
  const { selectedId: named, hrefOf, open, sheet } = useSheet("/wallet");
  // A deposit that is not credited yet is identified by its place on the chain, whose colons some programs escape.
  const selectedId = named && decodeURIComponent(named);
  const client = useQueryClient();
  useEffect(() => void loadSheet(), []);
  const openDeposit = (deposit: Deposit) => {
    // Refetched when displayed, because the list has only a part of the fields; known fields are kept.
    client.setQueryData(depositQuery(deposit.id).queryKey, (known) => ({ ...known, ...deposit }), {
      updatedAt: 0,
    });
    open(deposit.id);
  };
  return (
    <ListPage
      sheet={
        selectedId && (
          <DepositSheet
            id={selectedId}
            hrefOf={hrefOf}
            explanation={depositExplanation}
            {...sheet}
          />
        )
      }
    >
      <div className="space-y-6">
        <PageHeader title="Wallet" />
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem] xl:group-data-sheet/page:grid-cols-1">
          <div className="min-w-0 space-y-8">
            <div className="space-y-4">
              <WalletBalance />
              {explanation}
            </div>
            <Deposits selectedId={selectedId} hrefOf={hrefOf} onOpen={openDeposit} />
          </div>
          <div className="min-w-0 space-y-8">
            <DepositAddress />
            {isSandbox && role !== "viewer" && <SimulateDeposit />}
            {isSandbox && role === "viewer" && (
              <RoleNote>Only owners and developers can simulate deposits.</RoleNote>
            )}
            <DepositDoctor />
          </div>
        </div>
      </div>
    </ListPage>
  );
}
