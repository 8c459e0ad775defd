"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { Time } from "@/components/ui/time";
import type { QueuedWithdrawal } from "./queries";

// Loaded when it is opened.
const GiveUpDialog = dynamic(
  () => import("./give-up-dialog").then(({ GiveUpDialog }) => GiveUpDialog),
  { ssr: false },
);

const ReleaseDialog = dynamic(
  () => import("./release-dialog").then(({ ReleaseDialog }) => ReleaseDialog),
  { ssr: false },
);

function Suspended({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  const { partnerSuspended, partnerName, partnerId, status } = withdrawal;
  if (!partnerSuspended) return null;
  const { since, reason } = partnerSuspended;
  return (
    <Notice state="failed" title={`${partnerName} is suspended`}>
      <p className="text-small break-words">
        Since <Time instant={since} isExact />
        {reason === undefined ? "." : `: ${reason}`}
      </p>
      <p className="text-small">
        {status === "pending"
          ? "The withdrawal cannot be approved. Reactivate the partner first, or reject the withdrawal. "
          : "The withdrawal is on hold until the partner is reactivated. "}
        <Link
          href={`/admin/partners/${partnerId}`}
          className="text-accent underline underline-offset-4"
        >
          View partner
        </Link>
      </p>
    </Notice>
  );
}

type Refusal = NonNullable<QueuedWithdrawal["refusal"]>;

function refusalTitle({ isUnsigned, isScreened }: Refusal): string {
  if (isUnsigned) return "Not paid: signatures are missing or wrong";
  if (isScreened) return "Not paid: no sanctions screening";
  return "The token contract rejects this transfer";
}

function Refused({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  const { refusal, screening } = withdrawal;
  // An address on the list has its own notice, with the release.
  if (!refusal || (refusal.isScreened && screening)) return null;
  return (
    <Notice state="failed" title={refusalTitle(refusal)}>
      <p className="text-small break-words">
        Since <Time instant={refusal.since} isExact />. {refusal.text}
        {refusal.isScreened && " It is sent when a list clears the address."}
      </p>
    </Notice>
  );
}

function Repeated({ isHeldAsRepeat }: Pick<QueuedWithdrawal, "isHeldAsRepeat">) {
  if (!isHeldAsRepeat) return null;
  return (
    <Notice state="failed" title="Not sent: it may repeat a payment">
      <p className="text-small">
        A payment of this amount to this address was found after the approval. Fail this withdrawal.
        If it is another payment, the partner requests it again.
      </p>
    </Notice>
  );
}

function Screened({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  const [isAsking, setAsking] = useState(false);
  const { role } = useReader();
  const { screening, status } = withdrawal;
  if (!screening || screening.released) return null;
  return (
    <Notice state="failed" title="Held by the sanctions screening">
      <p className="text-small break-words">
        Since <Time instant={screening.since} isExact />. {screening.reason}{" "}
        {status === "pending"
          ? "Reject the withdrawal, or release it if the list is wrong."
          : "Fail the withdrawal, or release it if the list is wrong."}{" "}
        The partner does not see this.
      </p>
      {role === "admin" && (
        <Button look="plain" size="compact" onClick={() => setAsking(true)}>
          Release…
        </Button>
      )}
      {isAsking && <ReleaseDialog withdrawal={withdrawal} onClose={() => setAsking(false)} />}
    </Notice>
  );
}

function AwaitsPartner({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  if (!withdrawal.awaitsPartner) return null;
  return (
    <Notice state="waiting" title="Waiting for a second approver at the partner">
      <p className="text-small">
        {withdrawal.partnerName} requires a second approver of its own above its amount for 24
        hours. You can approve the withdrawal afterwards, and reject it now.
      </p>
    </Notice>
  );
}

function GiveUp({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Fail withdrawal…
      </Button>
      {isAsking && <GiveUpDialog withdrawal={withdrawal} onDecided={close} onClose={close} />}
    </>
  );
}

/** The reasons why a stopped withdrawal cannot be approved or sent, and the way to fail an approved one. */
export function Obstacles({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  const { role } = useReader();
  const { status } = withdrawal;
  return (
    <div className="space-y-3">
      <Suspended withdrawal={withdrawal} />
      <Refused withdrawal={withdrawal} />
      <Repeated {...withdrawal} />
      <Screened withdrawal={withdrawal} />
      <AwaitsPartner withdrawal={withdrawal} />
      {status === "approved" && role !== "auditor" && <GiveUp withdrawal={withdrawal} />}
      {status === "approved" && role === "auditor" && (
        <RoleNote>Only administrators and approvers can fail this withdrawal.</RoleNote>
      )}
    </div>
  );
}
