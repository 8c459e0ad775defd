"use client";

import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { DeleteUser } from "./delete-user";
import { type User, useListedUser, useUser } from "./queries";
import { SimulateKyc } from "./simulate-kyc";
import { UserCards } from "./user-cards";
import { UserState } from "./user-state";
import { Verification } from "./verification";

interface UserSheetProps {
  serviceId: string;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

function UserFacts({ user }: { user: User }) {
  return (
    <Facts
      facts={[
        ["Verification", <UserState key="state" status={user.status} />],
        ["Email", user.email],
        ["Program", user.program === "custodial" ? "Custodial" : "Non-custodial"],
        ["Created", <Time key="time" instant={user.createdAt} isExact />],
        ["ID", <IdChip key="id" value={user.serviceId} label="the user ID" />],
      ]}
    />
  );
}

/** The details of one user: verification, link and cards. */
export function UserSheet({ serviceId, closeHref, onClose, takesFocus }: UserSheetProps) {
  const { data: user, error, refetch } = useUser(serviceId);
  const listed = useListedUser(serviceId);
  const known = user ?? listed;
  const { role, isSandbox } = useReader();
  const mayChange = role !== "viewer";
  return (
    <Sheet
      title={known ? `${known.firstName} ${known.lastName}` : "User"}
      subject={serviceId}
      closeHref={closeHref}
      onClose={onClose}
      takesFocus={takesFocus}
    >
      {error && !user && (
        <SheetFailure
          what="User"
          failure={toApiError(error)}
          onRetry={() => refetch()}
          closeHref={closeHref}
        />
      )}
      {!user && !error && (
        <SkeletonSheet label="Loading user">{listed && <UserFacts user={listed} />}</SkeletonSheet>
      )}
      {user && (
        <>
          <Verification user={user} />
          {isSandbox && mayChange && <SimulateKyc serviceId={serviceId} />}
          <UserFacts user={user} />
          <UserCards user={user} />
          {mayChange ? (
            <DeleteUser user={user} onDeleted={onClose} />
          ) : (
            <RoleNote>
              Only owners and developers can create cards for users and delete users.
            </RoleNote>
          )}
        </>
      )}
    </Sheet>
  );
}
