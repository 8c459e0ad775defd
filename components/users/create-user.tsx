"use client";

import { goTo } from "@/components/ui/address";
import { CancelButton } from "@/components/ui/cancel-button";
import { Dialog } from "@/components/ui/dialog";
import { useReader } from "@/components/ui/reader";
import { RequestForm } from "@/components/ui/request-form";
import { Sum } from "@/components/ui/sum";
import { toast } from "@/components/ui/toaster";
import { useDraftPlace } from "@/components/ui/use-draft-place";
import { useSettled } from "@/components/ui/use-settled";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { email as emailField } from "@/lib/users/fields";
import { CreateUserFields } from "./create-user-fields";
import { bodyOf, NO_VALUES } from "./create-user-values";
import { kycSum } from "./kyc-sum";
import { useBalance, useKycFee } from "./queries";
import { TestPersonBar } from "./test-person-bar";

/** Returns the fee for a typed email; the usual one until the email is whole. */
function useFeeFor(typed: string) {
  const email = useSettled(typed.trim());
  return useKycFee(emailField.safeParse(email).success ? email : undefined);
}

/** Registers a user: each field is validated by the API's rules when it loses the focus. */
export function CreateUser({ onClose }: { onClose: () => void }) {
  const { isSandbox } = useReader();
  const balance = useBalance();
  const form = useContractForm("createUser", {
    initial: NO_VALUES,
    draft: useDraftPlace("create-user"),
    input: (values) => ({ body: bodyOf(values) }),
    // The API's error speaks of codes; the field is a list of countries.
    check: ({ countryCode }): Record<string, string> =>
      countryCode === "" ? { countryCode: "Select a country." } : {},
    names: { DUP_USER: "email" },
    onDone: (data) => {
      toast("User created. Send them the verification link.");
      if (data) goTo(`/users/${data.serviceId}`, { isReplacing: true });
      else onClose();
    },
  });
  const fee = useFeeFor(form.values.email);
  return (
    <Dialog title="Create user" isWide onClose={onClose}>
      <RequestForm
        form={form}
        className="space-y-5"
        title="The user was not created"
        undone="Nothing was charged."
        action="Create user"
        busy="Creating…"
        leave={<CancelButton />}
        isFooterFixed
      >
        {isSandbox && <TestPersonBar onFill={form.reset} />}
        <CreateUserFields form={form}>
          <Sum
            lines={fee.data && balance.data && kycSum(fee.data, balance.data.availableBalance)}
            isMissing={fee.isError || balance.isError}
          />
          <p className="text-small text-quiet">
            You’ll get a verification link to send to the user.{" "}
            {fee.data?.isWaived
              ? "No KYC fee is charged: you deleted a user with this email before approval."
              : "The KYC fee is waived for the email of a user you deleted before approval."}
          </p>
        </CreateUserFields>
      </RequestForm>
    </Dialog>
  );
}
