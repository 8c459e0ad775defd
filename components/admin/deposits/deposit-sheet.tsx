"use client";

import { useState } from "react";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { networkName } from "@/lib/chain/network-name";
import { CreditDialog } from "./credit-dialog";
import { type HeldDeposit, useHeldDeposit } from "./queries";

/** Shows why a deposit is held, or who released it. */
function Standing({ deposit }: { deposit: HeldDeposit }) {
  const { release, heldFor, goneAt, last4 } = deposit;
  if (release)
    return (
      <Notice state="settled" title={`Credited by ${release.personName}`}>
        <p className="text-small">
          <Time instant={release.at} isExact />. {release.reason}
        </p>
      </Notice>
    );
  const gone = heldFor === "user_deleted" ? "The user was deleted" : "The card was terminated";
  return (
    <Notice state="attention" title="Held deposit">
      <p className="text-small">
        Sent to the address of card ending {last4}. {gone} <Time instant={goneAt} isExact />. Ask
        the partner where the money should go.
      </p>
    </Notice>
  );
}

/** The button that credits the deposit, for people who may. */
function Credit({ deposit }: { deposit: HeldDeposit }) {
  const [isAsking, setAsking] = useState(false);
  if (!deposit.isOnChain)
    return (
      <Notice state="failed" title="Transfer no longer on-chain">
        <p className="text-small">
          A chain reorganization removed the transfer. It cannot be credited unless it reappears.
        </p>
      </Notice>
    );
  return (
    <>
      <Button onClick={() => setAsking(true)}>Credit wallet…</Button>
      {isAsking && <CreditDialog deposit={deposit} onClose={() => setAsking(false)} />}
    </>
  );
}

function Details({ deposit }: { deposit: HeldDeposit }) {
  const { amount, token, chain, txHash, explorerUrl, partnerId, partnerName, release } = deposit;
  return (
    <Facts
      facts={[
        ["Amount", <Amount key="amount" value={amount} currency={token.toUpperCase()} />],
        ["Network", networkName(chain)],
        [
          "Transaction",
          <IdChip
            key="hash"
            value={txHash}
            label="the transaction hash"
            {...(explorerUrl === undefined ? {} : { href: explorerUrl })}
          />,
        ],
        ["From", <IdChip key="from" value={deposit.fromAddress} label="the sender’s address" />],
        ["To", <IdChip key="to" value={deposit.toAddress} label="the deposit address" />],
        ["Received", <Time key="received" instant={deposit.receivedAt} isExact />],
        [
          "Partner",
          <Link
            key="partner"
            href={`/admin/partners/${partnerId}`}
            className="text-accent underline underline-offset-4"
          >
            {partnerName}
          </Link>,
        ],
        ["Card", <IdChip key="card" value={deposit.serviceCardId} label="the card ID" />],
        ["User", <IdChip key="user" value={deposit.serviceId} label="the user ID" />],
        [
          "Wallet transaction",
          release && (
            <IdChip value={release.serviceTransactionId} label="the wallet transaction ID" />
          ),
        ],
        ["Deposit", <IdChip key="id" value={deposit.depositId} label="the deposit ID" />],
      ]}
    />
  );
}

interface DepositSheetProps {
  depositId: string;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

/** The details of one held deposit: the owner of its address, and the possible action. */
export function DepositSheet({ depositId, ...sheet }: DepositSheetProps) {
  const { data: deposit, error, refetch } = useHeldDeposit(depositId);
  const { role } = useReader();
  const mayCredit = deposit?.state === "held" && role !== "auditor";
  return (
    <Sheet title={deposit?.partnerName ?? "Held deposit"} subject={depositId} {...sheet}>
      {error && !deposit && (
        <SheetFailure
          what="Deposit"
          failure={toApiError(error)}
          onRetry={() => refetch()}
          closeHref={sheet.closeHref}
        />
      )}
      {!deposit && !error && <SkeletonSheet label="Loading deposit" hasAmount />}
      {deposit && (
        <>
          <Standing deposit={deposit} />
          {mayCredit && <Credit deposit={deposit} />}
          {deposit.state === "held" && role === "auditor" && (
            <RoleNote>Only administrators and approvers can credit deposits.</RoleNote>
          )}
          <Details deposit={deposit} />
        </>
      )}
    </Sheet>
  );
}
