"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { Allowed } from "@/components/ui/allowed";
import { ButtonLink } from "@/components/ui/button-link";
import { ListPage } from "@/components/ui/list-page";
import { PageHeader } from "@/components/ui/page-header";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { useSheet } from "@/components/ui/use-sheet";
import { useZone } from "@/components/ui/use-zone";
import { toApiError } from "@/lib/api/client/api-error";
import { DepositAddress } from "./deposit-address";
import { Deposits } from "./deposits";
import { type Deposit, depositQuery, useWalletOverview } from "./queries";
import { WalletBalance } from "./wallet-balance";

// Rendered by the server, and loaded after the page: a form submitted before that waits.
const DepositLookup = dynamic(() =>
  import("./deposit-lookup").then(({ DepositLookup }) => DepositLookup),
);

const WalletChart = dynamic(() => import("./wallet-chart").then(({ WalletChart }) => WalletChart));

const LowBalance = dynamic(() => import("./low-balance").then(({ LowBalance }) => LowBalance));

const LatestMovements = dynamic(() =>
  import("./latest-movements").then(({ LatestMovements }) => LatestMovements),
);

const SimulateDeposit = dynamic(() =>
  import("./simulate-deposit").then(({ SimulateDeposit }) => SimulateDeposit),
);

// Loaded after the list, before it is first opened.
const loadSheet = () => import("./deposit-sheet").then(({ DepositSheet }) => DepositSheet);
const DepositSheet = dynamic(loadSheet);

function WalletActions({ mayWithdraw }: { mayWithdraw: boolean }) {
  return (
    <>
      <ButtonLink size="compact" href="#deposit">
        Deposit
      </ButtonLink>
      <ButtonLink look="plain" size="compact" href="/wallet/statements">
        Statements
      </ButtonLink>
      <Allowed is={mayWithdraw} note="Only owners can withdraw.">
        <ButtonLink look="plain" size="compact" href="/withdrawals?do=create">
          Withdraw
        </ButtonLink>
      </Allowed>
    </>
  );
}

interface WalletScreenProps {
  /** The explanation of the balance. */
  explanation?: ReactNode;
  /** The time zone in which the server renders the page. */
  drawnIn: string;
  /** The explanation of the open deposit; it reads the id from the address (`/wallet/<id>`). */
  depositExplanation?: ReactNode;
}

/** The page of the wallet: balance, deposits and deposit address. */
export function WalletScreen({ explanation, depositExplanation, drawnIn }: WalletScreenProps) {
  const { role, isSandbox } = useReader();
  const { selectedId: named, rows, sheet } = useSheet("/wallet");
  // A deposit that is not credited yet is identified by its place on the chain, whose colons some programs escape.
  const selectedId = named && decodeURIComponent(named);
  const client = useQueryClient();
  const overview = useWalletOverview(useZone(drawnIn));
  const confirming = overview.data?.wallet.depositsConfirming;
  useEffect(() => void loadSheet(), []);
  const openDeposit = (deposit: Deposit) => {
    // Refetched when displayed, because the list has only a part of the fields; known fields are kept.
    client.setQueryData(depositQuery(deposit.id).queryKey, (known) => ({ ...known, ...deposit }), {
      updatedAt: 0,
    });
    rows.onOpen(deposit.id);
  };
  return (
    <ListPage
      sheet={
        selectedId && (
          <DepositSheet
            key={selectedId}
            id={selectedId}
            hrefOf={rows.hrefOf}
            explanation={depositExplanation}
            {...sheet}
          />
        )
      }
    >
      <div className="space-y-6">
        <PageHeader title="Wallet" actions={<WalletActions mayWithdraw={role === "owner"} />} />
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_25rem] xl:group-data-sheet/page:grid-cols-1">
          <div className="min-w-0 space-y-8">
            <div className="space-y-4">
              <WalletBalance confirming={confirming} />
              {overview.data && (
                <LowBalance wallet={overview.data.wallet} mayChange={role === "owner"} />
              )}
              {explanation}
            </div>
            <WalletChart
              overview={overview.data}
              failure={overview.error && !overview.data ? toApiError(overview.error) : undefined}
              onRetry={() => overview.refetch()}
            />
            <LatestMovements />
            {isSandbox && role !== "viewer" && <SimulateDeposit />}
            <Deposits selectedId={selectedId} hrefOf={rows.hrefOf} onOpen={openDeposit} />
          </div>
          <div className="min-w-0 space-y-8">
            <DepositAddress />
            {isSandbox && role === "viewer" && (
              <RoleNote>Only owners and developers can simulate deposits.</RoleNote>
            )}
            <DepositLookup />
          </div>
        </div>
      </div>
    </ListPage>
  );
}
