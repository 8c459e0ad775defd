"use client";

import { goTo, useAddress } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Link } from "@/components/ui/link";
import { toast } from "@/components/ui/toaster";
import type { ApiError } from "@/lib/api/client/api-error";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { User } from "./queries";

/** The cards that prevent the deletion of the user. */
function ActiveCards({ failure }: { failure: ApiError | undefined }) {
  const ids = failure?.data.activeCards;
  if (!Array.isArray(ids)) return null;
  return (
    <ul className="text-small">
      {ids.map((id) => (
        <li key={String(id)}>
          <Link
            href={`/cards/${id}`}
            className="font-mono break-all text-accent underline underline-offset-4"
          >
            {String(id)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Deletes a user after a confirmation that states the rule and the cost of a new verification. */
export function DeleteUser({ user, onDeleted }: { user: User; onDeleted: () => void }) {
  const { params, withParams } = useAddress();
  const name = `${user.firstName} ${user.lastName}`;
  const { submit, isBusy, failure, reset } = useSubmission("deleteUser", {
    onDone: () => {
      toast(`${name} was deleted`, { about: user.serviceId });
      onDeleted();
    },
  });
  const close = () => {
    reset();
    goTo(withParams({ do: undefined }), { isReplacing: true });
  };
  return (
    <div className="border-t border-line pt-4">
      <Button
        look="plain"
        size="compact"
        onClick={() => goTo(withParams({ do: "delete" }), { isReplacing: true })}
      >
        Delete user
      </Button>
      {params.get("do") === "delete" && (
        <ConfirmDialog
          title="Delete user?"
          action={`Delete ${name}`}
          isDangerous
          isBusy={isBusy}
          failure={failure}
          undone="The user was not deleted."
          onConfirm={() => submit({ params: { serviceId: user.serviceId } })}
          onClose={close}
        >
          <p>
            <strong>{name}</strong> and their data will be deleted. This cannot be undone. Terminate
            all of their cards first.
          </p>
          <p className="text-quiet">
            {user.status === "approved"
              ? "If you create this user again with the same email, the KYC fee is charged again."
              : "If you create this user again with the same email, no KYC fee is charged."}
          </p>
          <ActiveCards failure={failure} />
        </ConfirmDialog>
      )}
    </div>
  );
}
