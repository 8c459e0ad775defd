"use client";

import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header";
import { useReader } from "@/components/ui/reader";
import { DepositAddress } from "./deposit-address";
import { DepositDoctor } from "./deposit-doctor";
import { Deposits } from "./deposits";
import { SimulateDeposit } from "./simulate-deposit";
import { WalletBalance } from "./wallet-balance";

/** What do I have, what is on its way, where do I send more? `explanation` says how the balance came to be. */
export function WalletScreen({ explanation }: { explanation?: ReactNode }) {
  const { role, isSandbox } = useReader();
  return (
    <div className="space-y-6">
      <PageHeader title="Wallet" />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 space-y-8">
          <div className="space-y-4">
            <WalletBalance />
            {explanation}
          </div>
          <Deposits />
        </div>
        <div className="min-w-0 space-y-8">
          <DepositAddress />
          {isSandbox && role !== "viewer" && <SimulateDeposit />}
          <DepositDoctor />
        </div>
      </div>
    </div>
  );
}
