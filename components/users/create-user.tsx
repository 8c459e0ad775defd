"use client";

import { goTo } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Form } from "@/components/ui/form";
import { Sum } from "@/components/ui/sum";
import { toast } from "@/components/ui/toaster";
import { useForm } from "@/components/ui/use-form";
import { checkFields } from "@/lib/api/client/check-fields";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { createUserBody } from "@/lib/users/contract";
import { CreateUserFields } from "./create-user-fields";
import { bodyOf, NO_VALUES } from "./create-user-values";
import { kycSum } from "./kyc-sum";
import { useBalance, useTerms } from "./queries";

/** Registers a user: each field is validated by the API's rules when it loses the focus. */
export function CreateUser({ onClose }: { onClose: () => void }) {
  const balance = useBalance();
  const terms = useTerms();
  const { submit, isBusy, failure } = useSubmission("createUser", {
    onDone: (data) => {
      toast("User created. Send them the verification link.");
      if (data) goTo(`/users/${data.serviceId}`, { isReplacing: true });
      else onClose();
    },
  });
  const form = useForm({
    initial: NO_VALUES,
    check: (values) => ({
      ...checkFields(createUserBody, bodyOf(values)),
      // The API's error speaks of codes; the field is a list of countries.
      ...(values.countryCode === "" ? { countryCode: "Select a country." } : {}),
    }),
    refused: failure && {
      ...fieldSentences(failure.fields),
      ...(failure.code === "DUP_USER" ? { email: failure.text } : {}),
    },
    onSubmit: (values) => submit({ body: bodyOf(values) }),
  });
  const isAboutFields = failure && Object.keys(failure.fields).length > 0;
  return (
    <Dialog title="Create user" onClose={onClose}>
      <Form noValidate onSubmit={form.submit} className="space-y-5">
        <CreateUserFields form={form} />
        {failure && !isAboutFields && (
          <ErrorPanel
            title="The user was not created"
            failure={failure}
            undone="Nothing was charged."
          />
        )}
        <Sum
          lines={terms.data && balance.data && kycSum(terms.data, balance.data.availableBalance)}
          isMissing={terms.isError || balance.isError}
        />
        <p className="text-small text-quiet">
          You’ll get a verification link to send to the user. The fee is waived for the email of a
          user you deleted before approval.
        </p>
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Creating…" : "Create user"}
        </Button>
      </Form>
    </Dialog>
  );
}
