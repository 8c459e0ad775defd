"use client";

import { type ReactNode, useState } from "react";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { Notice } from "@/components/ui/notice";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { PartnerActivity } from "./partner-activity";
import { PartnerPeople } from "./partner-people";
import { PartnerSettings } from "./partner-settings";
import { PartnerPayoutPolicy } from "./payout-policy";
import { type Partner, usePartner } from "./queries";
import { PartnerRequiredSso } from "./required-sso";
import { ResumePartner } from "./resume-partner";
import { SuspendPartner } from "./suspend-partner";
import { ViewPartner } from "./view-partner";

interface PartnerSheetProps {
  partnerId: string;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
  /** The requests about this partner that a second administrator must confirm. */
  requests?: ReactNode;
}

function Standing({ partner }: { partner: Partner }) {
  const { suspendedAt, suspendedBy, suspensionReason, name } = partner;
  if (suspendedAt === undefined) return null;
  return (
    <Notice state="failed" title={`${name} is suspended`}>
      <p className="text-small">
        Since <Time instant={suspendedAt} isExact />
        {suspendedBy !== undefined && `, by ${suspendedBy}`}. API keys and sessions are blocked and
        withdrawals are on hold. Deposits are credited and cards keep working.
      </p>
      {suspensionReason !== undefined && (
        <p className="text-small break-words">Reason: {suspensionReason}</p>
      )}
    </Notice>
  );
}

function Suspension({ partner }: { partner: Partner }) {
  // The question stays when another administrator answers it meanwhile: it must not become the opposite one.
  const [openDialog, setOpenDialog] = useState<"suspend" | "resume">();
  const isSuspended = partner.suspendedAt !== undefined;
  const close = () => setOpenDialog(undefined);
  return (
    <>
      <Button
        look="plain"
        size="compact"
        onClick={() => setOpenDialog(isSuspended ? "resume" : "suspend")}
      >
        {isSuspended ? "Reactivate" : "Suspend"}
      </Button>
      {openDialog === "suspend" && <SuspendPartner partner={partner} onClose={close} />}
      {openDialog === "resume" && <ResumePartner partner={partner} onClose={close} />}
    </>
  );
}

/** The details of one partner, with its settings and the possible actions. */
export function PartnerSheet({
  partnerId,
  closeHref,
  onClose,
  takesFocus,
  requests,
}: PartnerSheetProps) {
  const { data: partner, error, refetch } = usePartner(partnerId);
  const { role } = useReader();
  return (
    <Sheet
      title={partner?.name ?? "Partner"}
      subject={partnerId}
      closeHref={closeHref}
      onClose={onClose}
      takesFocus={takesFocus}
    >
      {error && !partner && (
        <SheetFailure
          what="Partner"
          failure={toApiError(error)}
          onRetry={() => refetch()}
          closeHref={closeHref}
        />
      )}
      {!partner && !error && <SkeletonSheet label="Loading partner" hasAmount />}
      {partner && (
        <>
          <Standing partner={partner} />
          <div className="flex flex-wrap gap-2">
            <ViewPartner partner={partner} />
            {role === "admin" && <Suspension partner={partner} />}
          </div>
          {role !== "admin" && <RoleNote>Only administrators can manage partners.</RoleNote>}
          <Facts
            facts={[
              ["Wallet", <Amount key="wallet" value={partner.walletBalance} />],
              [
                "Deposit address",
                <IdChip key="address" value={partner.walletAddress} label="the deposit address" />,
              ],
              ["Created", <Time key="time" instant={partner.createdAt} isExact />],
              ["ID", <IdChip key="id" value={partner.partnerId} label="the partner ID" />],
            ]}
          />
          {requests}
          <PartnerActivity key={`activity-${partnerId}`} partnerId={partnerId} />
          <PartnerSettings key={partner.partnerId} partner={partner} />
          <PartnerPayoutPolicy key={`policy-${partnerId}`} partner={partner} />
          <PartnerRequiredSso partner={partner} />
          <PartnerPeople partner={partner} />
        </>
      )}
    </Sheet>
  );
}
