"use client";

import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/api/client/api-error";
import { AllowList } from "./allow-list";
import { OwnApprovalRule } from "./own-approval-rule";
import { useSavedAddresses } from "./queries";
import { SaveAddress } from "./save-address";
import { SavedAddressRow } from "./saved-address-row";

interface SavedAddressesProps {
  /** One to save, when that is what was asked for. */
  address: string | undefined;
  onClose: () => void;
}

/** Where money is sent to, under labels: who decides on it names them. */
export function SavedAddresses({ address, onClose }: SavedAddressesProps) {
  const { role } = useReader();
  const { data, error, refetch } = useSavedAddresses();
  const mayChange = role === "owner";
  return (
    <Dialog title="Saved addresses" onClose={onClose}>
      <div className="space-y-5">
        {error && !data && (
          <ErrorPanel
            title="Addresses could not be loaded"
            failure={toApiError(error)}
            onRetry={() => refetch()}
          />
        )}
        {!data && !error && <SkeletonRows count={3} label="Loading addresses" />}
        {data?.addresses.length === 0 && (
          <p className="text-small text-quiet">
            No saved addresses yet. Select a saved address by its label, and get a warning about
            look-alikes.
          </p>
        )}
        {data && data.addresses.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {data.addresses.map((saved) => (
              <SavedAddressRow key={saved.addressId} saved={saved} mayChange={mayChange} />
            ))}
          </ul>
        )}
        {mayChange ? (
          <SaveAddress key={address} address={address} />
        ) : (
          <RoleNote>Only owners can save, rename and remove addresses.</RoleNote>
        )}
        <AllowList mayChange={mayChange} />
        <OwnApprovalRule mayChange={mayChange} />
      </div>
    </Dialog>
  );
}
