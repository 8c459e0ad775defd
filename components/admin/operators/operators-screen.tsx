"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { goTo, useAddress } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { ListState } from "@/components/ui/list-state";
import { PageHeader } from "@/components/ui/page-header";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { toApiError } from "@/lib/api/client/api-error";
import { InvitationLine } from "./invitation-line";
import { OperatorLine } from "./operator-line";
import { useOperators } from "./queries";

// Dialogs are loaded when they are opened, and never rendered by the server.
const InviteOperator = dynamic(
  () => import("./invite-operator").then(({ InviteOperator }) => InviteOperator),
  { ssr: false },
);

/** The page of the operator's people with their roles, and the open invitations. */
export function OperatorsScreen({ requests }: { requests?: ReactNode }) {
  const { data, error, isPending, refetch } = useOperators();
  const { role } = useReader();
  const { params, withParams } = useAddress();
  const isAdmin = role === "admin";
  return (
    <div className="space-y-4">
      <PageHeader
        title="Operators"
        count={data?.operators.length}
        actions={
          isAdmin ? (
            <Button size="compact" onClick={() => goTo(withParams({ do: "invite" }))}>
              Invite operator
            </Button>
          ) : (
            <RoleNote>Only administrators can manage operators.</RoleNote>
          )
        }
      />
      <ListState
        what="operators"
        isPending={isPending}
        failure={data || !error ? undefined : toApiError(error)}
        onRetry={() => refetch()}
      />
      {requests}
      {data && (
        <ul aria-label="Operators" className="divide-y divide-line border-t border-line text-small">
          {data.operators.map((operator) => (
            <OperatorLine key={operator.personId} operator={operator} mayChange={isAdmin} />
          ))}
          {data.invitations.map((invitation) => (
            <InvitationLine
              key={invitation.invitationId}
              invitation={invitation}
              mayChange={isAdmin}
            />
          ))}
        </ul>
      )}
      {isAdmin && params.get("do") === "invite" && (
        <InviteOperator
          onClose={() => goTo(withParams({ do: undefined }), { isReplacing: true })}
        />
      )}
    </div>
  );
}
